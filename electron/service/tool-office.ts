/** The first person of a company's head office; those after her are invited on its pages. */
import { inviteOwner } from './head-office/people.ts'
import { noteDone } from './head-office/office-log.ts'
import { messageOf } from './core/errors.ts'
import { named } from './tool-companies.ts'
import { TOOL_PORTS, ToolRefusal, type ToolCommand } from './tool-options.ts'

const EMAIL = /^[^\s@]{1,100}@[^\s@]+\.[^\s@]+$/

/**
 * `invite-owner E-MAIL --companies RUT --label NAME`: prints the invitation, this once. Again for
 * an owner who is there: what let her in until now does no more.
 */
export const inviteOwnerTool: ToolCommand = async (
  storage,
  { id: email, label: name, companies },
) => {
  const [rut, ...others] = companies
  if (rut === undefined || others.length > 0 || !EMAIL.test(email) || name.trim() === '')
    return null
  const company = await named(storage.read, rut)
  const invited = await storage.write(async (db) => {
    const ports = { db, ...TOOL_PORTS }
    const made = await inviteOwner(ports, company.id, { email, name: name.trim() })
    if (made.ok) await noteDone(ports, company.id, 'service:tool', 'invited', email)
    return made
  })
  if (!invited.ok) throw new ToolRefusal(messageOf(invited.refusal))
  return [
    `Invitación para ${email} (vale un día y una vez): ${invited.value.invitation}`,
    'Se acepta en /office/ del servicio.',
  ]
}
