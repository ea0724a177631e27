/** Shops of one service and their tills, entered over HTTP as their owners would. */
import { rutCheckDigit } from '#shared/rut/rut.ts'
import { cafFileText } from '../support/caf-files.ts'
import type { ServiceProcess } from '../integration/service-process.ts'

const FIRST_RUT = 77_000_000
const FOLIOS = 1_000_000

export interface ScaleShop {
  readonly companyId: string
  readonly rut: string
  /** Of its issuing: all of its tills have the same one. */
  readonly key: string
  readonly tills: readonly ScaleTill[]
}

/** What a till says who it is by. */
export type ScaleTill = Readonly<Record<'x-till-key' | 'x-installation', string>>

export async function enterShops(
  service: ServiceProcess,
  shops: number,
  tillsEach: number,
): Promise<ScaleShop[]> {
  const entered: ScaleShop[] = []
  for (let at = 0; at < shops; at += 1) entered.push(await enterShop(service, at, tillsEach))
  return entered
}

async function enterShop(service: ServiceProcess, at: number, tills: number): Promise<ScaleShop> {
  const ask = async (path: string, body: object, headers: Record<string, string> = {}) => {
    const answer = await service.send('POST', path, body, headers)
    if (answer.status >= 300) throw new Error(`${path}: ${JSON.stringify(answer.body)}`)
    return answer.body as Readonly<Record<string, string>>
  }
  const number = String(FIRST_RUT + at)
  const rut = `${number}-${rutCheckDigit(number)}`
  const { id = '' } = await ask('/api/companies', { ...COMPANY, document_number: rut })
  const range = { issuerRut: rut, documentCode: 39, firstFolio: 1, lastFolio: FOLIOS }
  await ask(`/api/companies/${id}/enumeration`, { caf_xml: cafFileText(range) })
  const { key = '' } = await ask('/api/users', { label: 'Cajas', companies: [id] })
  const joined: ScaleTill[] = []
  for (let till = 0; till < tills; till += 1) {
    const { code } = await ask(`/api/fleet/codes?company_id=${id}`, {})
    const installation = `installation-${at}-${till}`
    // Each from a machine of its own: one visitor pairs few in a minute.
    const from = { 'x-forwarded-for': `10.${at}.${till}.1` }
    const pairing = { code, installation_id: installation, name: `Caja ${till + 1}` }
    const paired = await ask('/api/fleet/pair', pairing, from)
    joined.push({ 'x-till-key': paired['till_key'] ?? '', 'x-installation': installation })
  }
  return { companyId: id, rut, key, tills: joined }
}

const COMPANY = {
  ...{ name: 'Almacén de prueba SpA', activity: 'Almacén', address: 'Calle 1', city: 'Santiago' },
  ...{ state: 'RM', country: 'CHL', tax_office: 'SANTIAGO CENTRO', resolution_year: 2026 },
  certificate: { subject: 'CN=Almacén', serial_number: 'a1', expires_on: '2200-01-01' },
}
