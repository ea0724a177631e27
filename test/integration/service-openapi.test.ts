/**
 * The description of the interface: without a fault for Redocly's linter, true of what the service
 * answers to its own examples, and the source of the types its clients compile with.
 */
import { readFileSync } from 'node:fs'
import { createConfig, lintFromString } from '@redocly/openapi-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { describedInterface, TYPES_FILE, typesOf } from '../support/openapi-client.ts'
import { startInProcess, type InProcessService } from './service-in-process.ts'

interface Media {
  example?: unknown
}
interface Operation {
  readonly requestBody?: { readonly content: { readonly 'application/json': Media } }
  readonly responses: Record<string, { readonly content?: Record<string, Media> }>
}
type Described = { readonly paths: Record<string, Record<string, Operation>> }

/** They have none that ends so: whoever asks them shows no key. */
const OPEN = ['/health', '/ready']
/** What only its issuer can make. */
const NOT_AN_EXAMPLE = [
  'patch /api/companies/{idCompany}/enumeration/{idRange}',
  'post /api/companies/{idCompany}/enumeration',
  'post /api/companies/{idCompany}/certificates',
  // Of the key that asks: the demonstration's own may not change itself.
  'patch /api/users/{idUser}',
  // Of a till that has joined, and of the code it joins by.
  'post /api/fleet/pair',
  'put /api/fleet/tills/{till_id}',
  'post /api/fleet/edits',
  'post /api/fleet/moves',
  'post /api/fleet/parked',
  'post /api/fleet/parked-claims',
  'post /api/fleet/worths',
  'post /api/fleet/worth-claims',
  'post /api/fleet/worth-releases',
  'post /api/fleet/worth-restores',
  'post /api/fleet/worth-finds',
  'post /api/fleet/facts',
  'post /api/fleet/health',
  'post /api/fleet/pin-secret',
  'post /api/fleet/hub-worths',
  'post /api/fleet/hub',
]

async function faultsOf(document: object): Promise<string[]> {
  const config = await createConfig({ extends: ['recommended'] })
  const problems = await lintFromString({ source: JSON.stringify(document), config })
  return problems
    .map(({ ruleId, message, location }) => `${ruleId} ${location[0]?.pointer}: ${message}`)
    .filter(
      (fault) =>
        !fault.startsWith('operation-4xx-response') ||
        !OPEN.some((path) => fault.includes(`paths/~1${path.slice(1)}/`)),
    )
}

describe('the description of the interface', () => {
  let world: InProcessService
  let text: string
  beforeAll(async () => {
    world = await startInProcess()
    text = await describedInterface()
  })
  afterAll(() => world.close())
  const read = () => JSON.parse(text) as Described

  it('has no fault, each operation a name of its own, and no pattern of one language only', async () => {
    expect(await faultsOf(read())).toEqual([])
    const patterns = [...text.matchAll(/"pattern":"((?:[^"\\\\]|\\\\.)*)"/g)].map(
      ([, each]) => each,
    )
    expect(patterns).not.toEqual([])
    expect(patterns.filter((each = '') => /\/[a-z]+$/.test(each))).toEqual([])
  })

  it('has an example of every body that is sent, which is answered as it says', async () => {
    const document = read()
    const [company] = await world.storage.read
      .selectFrom('companies')
      .select('id')
      .where('document_number', '=', '76192083-9')
      .execute()
    const without: string[] = []
    const statuses: Record<string, number> = {}
    for (const [path, operations] of Object.entries(document.paths))
      for (const [method, { requestBody, responses }] of Object.entries(operations)) {
        if (requestBody === undefined) continue
        const { example } = requestBody.content['application/json']
        if (example === undefined) without.push(`${method} ${path}`)
        if (example === undefined) continue
        const asked = JSON.stringify(example).replace(/0{8}-[-0-9]{27}/, company?.id ?? '')
        const answer = await world.service.handle(
          new Request(`http://127.0.0.1${addressOf(path, company?.id ?? '')}`, {
            method: method.toUpperCase(),
            body: asked,
            headers: { 'x-api-key': world.keys.owner, 'content-type': 'application/json' },
          }),
        )
        statuses[`${method} ${path}`] = answer.status
        const media = responses[String(answer.status)]?.content?.['application/json']
        if (media !== undefined) media.example = await answer.json()
      }
    expect(without).toEqual(NOT_AN_EXAMPLE)
    expect(Object.entries(statuses).filter(([, status]) => status >= 300)).toEqual([])
    expect(Object.keys(statuses).length).toBeGreaterThan(5)
    // Each answer stands in it now as an example, which the linter holds to its schema.
    expect(await faultsOf(document)).toEqual([])
  })

  it('is what the types of its clients are made from', async () => {
    const made = await typesOf(text)
    const isSame = readFileSync(TYPES_FILE, 'utf8') === made
    expect(isSame, 'node test/support/openapi-client.ts makes them anew').toBe(true)
  })
})

/** A validation wants its parameter, whatever it says; a key of several companies, which. */
function addressOf(path: string, company: string): string {
  const address = path.replace(/\{(company_id|idCompany)\}/, company)
  if (path.startsWith('/api/fleet/')) return `${address}?company_id=${company}`
  return path.endsWith('/validate') ? `${address}?apiKey=%7B%7D` : address
}
