/**
 * The product as its README starts it on Debian's PostgreSQL: a database of its own, a company,
 * its folios and keys entered by the tool, three processes, three real tills with folders of their
 * own. They sell online and offline; one process is killed under its till. Each receipt reaches the
 * authority once, and no folio is left out.
 */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { cafFileText } from '../support/caf-files.ts'
import { startCountingAuthority, type CountingAuthority } from '../support/counting-authority.ts'
import { NO_POSTGRES, startPostgres, type OwnPostgres } from '../support/postgres.ts'
import { runToEnd, startOwnService, startTill, type Program } from '../support/programs.ts'
import { COMPANY_OF_SERVICE } from '../support/shop-owner.ts'
import { ROOT } from '../support/source-files.ts'
import { FIXTURE_CATALOGUE, setUpShop } from '../support/till-fixture.ts'
import { connectTill, eventually, sellAmount, type TillClient } from '../support/till-client.ts'

const FIRST_FOLIO = 501
const SALES_ONLINE = 4
const SALES_OFFLINE = 5
const TILLS = [1, 2, 3] as const
const README = join(ROOT, 'electron/service/README.md')
const README_DATABASE = 'postgres://meson@localhost/meson'

let folder: string
let server: OwnPostgres
let authority: CountingAuthority
const running = new Set<Program<unknown>>()

beforeAll(async () => {
  if (NO_POSTGRES !== null) return
  folder = mkdtempSync(join(tmpdir(), 'three-tills-'))
  server = startPostgres()
  ;[authority] = await Promise.all([startCountingAuthority(100), server.answers()])
  // `createuser meson && createdb meson --owner meson`
  await ask('postgres', 'CREATE ROLE meson LOGIN')
  await ask('postgres', 'CREATE DATABASE meson OWNER meson')
  const { rut, legalName, activity, address, commune } = COMPANY_OF_SERVICE
  const company = {
    ...{ name: legalName, country: 'CHL', document_number: rut, activity, address },
    ...{ city: commune, state: 'CL-RM', resolution_year: 2014, resolution_number: 80 },
    certificate: { subject: 'CN=Ana', serial_number: '0a1b', expires_on: '2099-01-01' },
  }
  const caf = { issuerRut: rut, documentCode: 39, firstFolio: FIRST_FOLIO, lastFolio: 900 }
  writeFileSync(join(folder, 'company.json'), JSON.stringify(company))
  writeFileSync(join(folder, 'caf.xml'), cafFileText(caf), 'latin1')
})

afterAll(async () => {
  if (NO_POSTGRES !== null) return
  await Promise.all([...running].map((program) => program.kill().catch(() => {})))
  await authority.close()
  await server.close()
  rmSync(folder, { recursive: true, force: true })
})

it.skipIf(NO_POSTGRES !== null)(
  `the commands of the README, three processes, three tills, one killed: everything once${NO_POSTGRES === null ? '' : ` (${NO_POSTGRES})`}`,
  async () => {
    const says = readmeCommands()
    let key = ''
    for (const words of says.tool) key = await tool(words)
    expect(key).toMatch(/^msn_/)

    const services = await Promise.all(TILLS.map(() => serve(says.service, 0)))
    const tills = await Promise.all(
      services.map(async ({ ready }, index) => {
        const words = says.till.map((word) =>
          word.startsWith('http:') ? ready.base_url : word.replace('caja-1', dataOf(index)),
        )
        const [shop, url] = [COMPANY_OF_SERVICE, ready.base_url]
        setUpShop(dataOf(index), { shop, url, key, catalogue: FIXTURE_CATALOGUE })
        const { ready: open } = await track(startTill(words, { TILL_API_KEY: key }))
        const till = connectTill(open.url)
        expect(await till.saveSettings({ registerNumber: index + 1 })).toMatchObject({ ok: true })
        return till
      }),
    )
    await Promise.all(tills.map((till) => sell(till, SALES_ONLINE)))

    const killed = services[1] as (typeof services)[number]
    await Promise.all([sell(tills[1], 1), killed.kill(), sell(tills[0], 2), sell(tills[2], 2)])
    await sell(tills[1], SALES_OFFLINE)
    await issued(tills[0], SALES_ONLINE + 2)
    await issued(tills[2], SALES_ONLINE + 2)
    const alone = await tills[1]?.status()
    expect(alone?.pendingCount).toBeGreaterThanOrEqual(SALES_OFFLINE)

    await serve(says.service, Number(new URL(killed.ready.base_url).port))
    const folios = [
      ...(await issued(tills[0], SALES_ONLINE + 2)),
      ...(await issued(tills[1], SALES_ONLINE + 1 + SALES_OFFLINE)),
      ...(await issued(tills[2], SALES_ONLINE + 2)),
    ]
    const all = Array.from({ length: folios.length }, (_, index) => FIRST_FOLIO + index)
    expect(folios.toSorted()).toEqual(all)
    await eventually(
      async () => (await ask('meson', "SELECT 1 FROM documents WHERE status <> 'APR'")).length,
      (left) => left === 0,
    )
    expect([...authority.handedOver.values()]).toEqual(all.map(() => 1))
    expect(authority.folios.get(39)?.toSorted()).toEqual(all)
  },
)

async function sell(till: TillClient | undefined, count: number): Promise<void> {
  if (till === undefined) throw new Error('there are three tills')
  for (let sale = 0; sale < count; sale += 1) await sellAmount(till, 'Pan', 1_990)
}

/** Waits until so many receipts of a till have a folio, and all of them; answers the folios. */
async function issued(till: TillClient | undefined, count: number): Promise<readonly number[]> {
  const rows = await eventually(
    async () => (await till?.listReceipts({ cursor: null }))?.rows ?? [],
    (seen) => seen.length === count && seen.every(({ folio }) => folio !== null),
  )
  return rows.flatMap(({ folio }) => folio ?? [])
}

interface ReadmeCommands {
  readonly tool: readonly (readonly string[])[]
  readonly service: readonly string[]
  readonly till: readonly string[]
}

/** What stands in the README behind the three commands. */
function readmeCommands(): ReadmeCommands {
  const [, chapter = ''] = readFileSync(README, 'utf8').split('## On a server')
  const lines = chapter.split('\n## ')[0]?.match(/^ {4}\S.*$/gm) ?? []
  const wordsAfter = (command: string) =>
    lines.flatMap((line) => {
      const [, said] = line.split('#')[0]?.split(`${command} -- `) ?? []
      return said === undefined
        ? []
        : [[...said.matchAll(/"([^"]*)"|(\S+)/g)].map(([, quoted, bare]) => quoted ?? bare ?? '')]
    })
  const [tool, [service = []], [till = []]] = [
    wordsAfter('npm run service:tool'),
    wordsAfter('npm run service'),
    wordsAfter('npm start'),
  ]
  expect([tool.length, service.length, till.length].every((count) => count > 0)).toBe(true)
  return { tool: tool.map(here), service: here(service), till }
}

/** The same words with this test's database and files. */
function here(words: readonly string[]): readonly string[] {
  const url = `postgres://meson@localhost/meson?host=${encodeURIComponent(server.host)}`
  return words.map((word) => {
    if (word === README_DATABASE) return url
    return /^(company\.json|caf\.xml)$/.test(word) ? join(folder, word) : word
  })
}

async function tool(words: readonly string[]): Promise<string> {
  const { code, stdout, stderr } = await runToEnd('electron/service/tool.ts', words)
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' })
  return stdout.trim()
}

/** On a port of its own choice, or of ours where 0 is not said. */
function serve(words: readonly string[], port: number) {
  const at = words.indexOf('--port')
  const placed = words.toSpliced(at, 2, '--port', `${port}`)
  return track(
    startOwnService([
      ...placed,
      ...['--authority', authority.url, '--authority-delay-ms', '200'],
      ...['--verdict-delay-ms', '100', '--lease-ms', '4000', '--log-level', 'error'],
    ]),
  )
}

async function track<Ready>(starting: Promise<Program<Ready>>): Promise<Program<Ready>> {
  const program = await starting
  running.add(program)
  return program
}

const dataOf = (index: number) => join(folder, `caja-${index + 1}`)

async function ask(database: string, statement: string): Promise<unknown[]> {
  const client = new pg.Client({ host: server.host, user: 'postgres', database })
  await client.connect()
  const { rows } = await client.query<object>(statement)
  await client.end()
  return rows
}
