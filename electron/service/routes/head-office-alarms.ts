/** Alarms of a company at its head office: what is raised, and whom it reaches. */
import { ok } from '#shared/core/result.ts'
import { alarmChoice, alarmLimits } from '#shared/head-office/alarms.ts'
import { alarmsFor, chooseAlarms, limitAlarms } from '../head-office/alarms.ts'
import type { ServiceParts } from '../parts/parts.ts'
import { noted, type OfficeRoute } from './head-office.ts'
import { fail, readBody } from './http.ts'

export const alarmRoutes = (parts: ServiceParts): readonly OfficeRoute[] => [
  {
    ...{ method: 'get', path: 'alarms', least: 'reader' },
    answer: async (c, user) =>
      c.json({ ...(await alarmsFor(parts.storage.read, user)), is_mail_set: parts.mail !== null }),
  },
  {
    ...{ method: 'put', path: 'alarms/mine', least: 'reader' },
    async answer(c, user) {
      const body = await readBody(c, alarmChoice)
      if (!body.ok) return fail(c, body.refusal)
      const chosen = await noted(parts, user, async (ports) => {
        await chooseAlarms(ports, user, body.value)
        return ok({ done: 'alarms-chosen', what: body.value.kinds.join(' '), value: {} })
      })
      return chosen.ok ? c.json({}) : fail(c, { errors: [chosen.refusal] })
    },
  },
  {
    ...{ method: 'put', path: 'alarms/limits', least: 'owner' },
    async answer(c, user) {
      const body = await readBody(c, alarmLimits)
      if (!body.ok) return fail(c, body.refusal)
      const changed = await noted(parts, user, async (ports) => {
        await limitAlarms(ports, user, body.value)
        return ok({ done: 'alarm-limits', what: JSON.stringify(body.value), value: {} })
      })
      return changed.ok ? c.json({}) : fail(c, { errors: [changed.refusal] })
    },
  },
]
