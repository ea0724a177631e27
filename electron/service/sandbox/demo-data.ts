/**
 * The demonstration shop owners: two Chilean companies, one Argentine, one Uruguayan, created in a
 * fresh data folder. Their documents have no tax value and say so.
 */
import { DAY_MS } from '#shared/time/calendar.ts'
import { chmodSync, existsSync, readFileSync, writeFileSync } from 'node:fs'
import { createPrivateKey, type KeyObject } from 'node:crypto'
import type { Kysely } from 'kysely'
import { z } from 'zod'
import type { EpochMs } from '#shared/core/brand.ts'
import { createKey, type KeyPorts, keyIdOf } from '../auth/keys.ts'
import type { Taxpayer } from '../parts/authority.ts'
import { addTestRange } from '../folios/add-range.ts'
import { makeAuthorityKeyPem } from '../folios/caf.ts'
import type { ClientId, Clock, CompanyId, Random } from '../core/ports.ts'
import type { Storage } from '../storage/storage.ts'
import type { CompanyRow, Tables } from '../storage/tables.ts'
import type { Country } from '../core/country.ts'

const YEAR_MS = 365 * DAY_MS
const AUTHORITY_KEY_SETTING = 'demo_authority_private_key'
const OWNER_READ_WRITE = 0o600

type DemoCompany = Pick<
  CompanyRow,
  | 'name'
  | 'country'
  | 'document_type'
  | 'document_number'
  | 'activity'
  | 'address'
  | 'city'
  | 'state'
  | 'tax_office'
  | 'tax_condition'
> & {
  readonly ranges: readonly (readonly [
    documentCode: number,
    firstFolio: number,
    lastFolio: number,
  ])[]
}

/**
 * Folios of the two Chilean companies do not overlap: a path of type and folio then always names
 * one document.
 */
const CHILEAN_TYPES = [33, 34, 46, 52, 56, 61, 110, 111, 112] as const

const DEMO_COMPANIES: readonly DemoCompany[] = [
  {
    name: 'Almacén Don Patricio SpA',
    country: 'CHL',
    document_type: 'RUT',
    document_number: '76192083-9',
    activity: 'Venta al por menor de alimentos',
    address: 'Av. Providencia 1234',
    city: 'Providencia',
    state: 'CL-RM',
    tax_office: 'SANTIAGO ORIENTE',
    tax_condition: '14D3',
    ranges: [
      [39, 1, 50_000],
      [39, 50_001, 200_000],
      [41, 1, 50_000],
      ...CHILEAN_TYPES.map((code) => [code, 1, 5_000] as const),
    ],
  },
  {
    name: 'Ferretería El Roble Limitada',
    country: 'CHL',
    document_type: 'RUT',
    document_number: '76000006-K',
    activity: 'Venta al por menor de artículos de ferretería',
    address: 'Barros Arana 567',
    city: 'Concepción',
    state: 'CL-BI',
    tax_office: 'CONCEPCIÓN',
    tax_condition: '1C',
    ranges: [
      [39, 1_000_001, 1_100_000],
      [41, 1_000_001, 1_050_000],
      ...CHILEAN_TYPES.map((code) => [code, 1_000_001, 1_005_000] as const),
    ],
  },
  {
    name: 'Librería del Plata S.R.L.',
    country: 'ARG',
    document_type: 'CUIT',
    document_number: '30712345671',
    activity: 'Venta al por menor de libros',
    address: 'Av. Corrientes 1500',
    city: 'Buenos Aires',
    state: 'AR-C',
    tax_office: '',
    tax_condition: 'RI',
    ranges: [],
  },
  {
    name: 'Ramos del Sur S.A.',
    country: 'URY',
    document_type: 'RUT',
    document_number: '210000000019',
    activity: 'Comercio al por menor',
    address: 'Av. 18 de Julio 900',
    city: 'Montevideo',
    state: 'UY-MO',
    tax_office: '',
    tax_condition: 'IRAE',
    ranges: [
      [101, 1, 50_000],
      [102, 1, 5_000],
      [103, 1, 5_000],
      [111, 2_000_001, 2_050_000],
      [112, 2_000_001, 2_005_000],
      [113, 1, 5_000],
    ],
  },
]

export interface DemoKeys {
  readonly owner: string
  readonly member: string
}

const demoKeysSchema = z.object({ owner: z.string(), member: z.string() })

interface DemoPorts {
  readonly storage: Storage
  readonly clock: Clock
  readonly random: Random
  readonly keysFile: string
  /** The first shop's logo; it has none where there is no such file. */
  readonly logoFile?: string | null
}

/**
 * Fills an empty database. Answers the demo keys, from the file beside it when they were made
 * before.
 */
export async function prepareDemo({
  storage,
  clock,
  random,
  keysFile,
  logoFile = null,
}: DemoPorts): Promise<DemoKeys> {
  await storage.write(async (db) => {
    await storage.shared?.takeTurn(db, 'demo')
    const first = await db.selectFrom('companies').select('id').limit(1).executeTakeFirst()
    if (first === undefined) await createCompanies({ db, clock, random }, logoFile)
  })
  const kept = readKeys(keysFile)
  if (kept !== null && (await areKnown(storage, kept))) return kept
  const keys = await storage.write(async (db) => {
    // On a database of several processes the others' are in use, each with a folder of its own.
    if (storage.shared === null) await revokeDemoKeys(db, clock)
    return createKeys(db, clock, random)
  })
  writeFileSync(keysFile, `${JSON.stringify(keys, null, 2)}\n`, { mode: OWNER_READ_WRITE })
  chmodSync(keysFile, OWNER_READ_WRITE)
  return keys
}

/** The companies of the ready line: the demo's first, in their order. */
export async function demoCompanies(
  storage: Storage,
): Promise<Pick<CompanyRow, 'id' | 'name' | 'country' | 'document_number'>[]> {
  const rows = await storage.read
    .selectFrom('companies')
    .select(['id', 'name', 'country', 'document_number'])
    .execute()
  const rank = (number: string) => {
    const at = DEMO_COMPANIES.findIndex((demo) => demo.document_number === number)
    return at < 0 ? DEMO_COMPANIES.length : at
  }
  return rows.sort((a, b) => rank(a.document_number) - rank(b.document_number))
}

/**
 * The key that signs the demo's folio authorizations, kept so that the sandbox can authorize more.
 */
export async function demoAuthorityKey(db: Kysely<Tables>): Promise<KeyObject> {
  const kept = await db
    .selectFrom('settings')
    .select('value')
    .where('key', '=', AUTHORITY_KEY_SETTING)
    .executeTakeFirst()
  if (kept !== undefined) return createPrivateKey(kept.value)
  const pem = makeAuthorityKeyPem()
  await db.insertInto('settings').values({ key: AUTHORITY_KEY_SETTING, value: pem }).execute()
  return createPrivateKey(pem)
}

async function createCompanies(
  { db, clock, random }: KeyPorts,
  logoFile: string | null,
): Promise<void> {
  const authorityKey = await demoAuthorityKey(db)
  const clientId = random.uuid() as ClientId
  await db.insertInto('clients').values({ id: clientId, name: 'Demostración' }).execute()
  for (const { ranges, ...data } of DEMO_COMPANIES) {
    const isFirst = data.document_number === DEMO_COMPANIES[0]?.document_number
    const company: CompanyRow = {
      ...data,
      id: random.uuid() as CompanyId,
      client_id: clientId,
      resolution_number: 0,
      resolution_year: new Date(clock.now()).getUTCFullYear(),
      status: 'ACTIVE',
      logo: isFirst && logoFile !== null ? readLogo(logoFile) : null,
      is_test: 1,
      production_at_ms: null,
      suspended_by: null,
    }
    await db.insertInto('companies').values(company).execute()
    await db
      .insertInto('certificates')
      .values({
        id: random.uuid(),
        company_id: company.id,
        subject: `CN=${company.name}`,
        serial_number: Buffer.from(random.bytes(8)).toString('hex'),
        expires_at_ms: (clock.now() + 2 * YEAR_MS) as EpochMs,
        notified_at_ms: null,
      })
      .execute()
    for (const [documentCode, firstFolio, lastFolio] of ranges) {
      await addTestRange(
        db,
        { company, documentCode, firstFolio, lastFolio },
        { clock, random, authorityKey },
      )
    }
  }
}

async function revokeDemoKeys(db: Kysely<Tables>, clock: Clock): Promise<void> {
  await db
    .updateTable('api_keys')
    .set({ revoked_at_ms: clock.now() })
    .where('label', '=', DEMO_LABEL)
    .execute()
}

/** The owner reaches all companies of the client, the member only the first. */
async function createKeys(db: Kysely<Tables>, clock: Clock, random: Random): Promise<DemoKeys> {
  const companies = await db
    .selectFrom('companies')
    .select(['id', 'client_id', 'document_number'])
    .execute()
  const ordered = DEMO_COMPANIES.flatMap(
    (demo) => companies.find((row) => row.document_number === demo.document_number) ?? [],
  )
  const clientId = ordered[0]?.client_id as ClientId
  const key = (role: 'OWNER' | 'MEMBER', companyIds: readonly CompanyId[]) =>
    createKey({ db, clock, random }, { clientId, role, label: DEMO_LABEL, companyIds })
  return {
    owner: await key(
      'OWNER',
      ordered.map((row) => row.id),
    ),
    member: await key(
      'MEMBER',
      ordered.slice(0, 1).map((row) => row.id),
    ),
  }
}

function readLogo(file: string): Uint8Array | null {
  return existsSync(file) ? new Uint8Array(readFileSync(file)) : null
}

const DEMO_LABEL = 'demo'

function readKeys(file: string): DemoKeys | null {
  if (!existsSync(file)) return null
  try {
    return demoKeysSchema.parse(JSON.parse(readFileSync(file, 'utf8')))
  } catch {
    return null
  }
}

async function areKnown(storage: Storage, keys: DemoKeys): Promise<boolean> {
  const ids = [keyIdOf(keys.owner), keyIdOf(keys.member)].filter((id) => id !== null)
  const rows = await storage.read
    .selectFrom('api_keys')
    .select('id')
    .where('id', 'in', ids)
    .where('revoked_at_ms', 'is', null)
    .execute()
  return rows.length === 2
}

/** Who the simulated authority knows: the demo companies and a few customers. */
export function demoTaxpayers(): { readonly country: Country; readonly taxpayer: Taxpayer }[] {
  const customers = [
    {
      country: 'CHL',
      number: '60803000-K',
      name: 'Servicio de Impuestos Internos',
      activity: 'Administración pública',
      city: 'Santiago',
      state: 'CL-RM',
    },
    {
      country: 'CHL',
      number: '12345678-5',
      name: 'María Soledad Pérez Rojas',
      activity: 'Servicios profesionales',
      city: 'Ñuñoa',
      state: 'CL-RM',
    },
    {
      country: 'ARG',
      number: '20123456786',
      name: 'Juan Carlos Gómez',
      activity: 'Comercio',
      city: 'Rosario',
      state: 'AR-S',
    },
  ] as const
  return [
    ...DEMO_COMPANIES.map((company) => ({
      country: company.country,
      taxpayer: taxpayerOf({
        number: company.document_number,
        name: company.name,
        activity: company.activity,
        city: company.city,
        state: company.state,
        address: company.address,
      }),
    })),
    ...customers.map(({ country, ...customer }) => ({
      country,
      taxpayer: taxpayerOf({ ...customer, address: 'Los Aromos 321' }),
    })),
  ]
}

function taxpayerOf(known: {
  readonly number: string
  readonly name: string
  readonly activity: string
  readonly city: string
  readonly state: string
  readonly address: string
}): Taxpayer {
  const [, street = known.address, streetNumber = ''] = /^(.*?)\s+(\d+)$/.exec(known.address) ?? []
  return {
    document_number: known.number,
    legal_name: known.name,
    primary_activity: known.activity,
    activities: [known.activity],
    region: known.state,
    district: known.city,
    city: known.city,
    email: '',
    address: { street, street_number: streetNumber, block: '', apartment: '', neighborhood: '' },
  }
}
