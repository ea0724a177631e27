/**
 * `npm run bench -- fleet [--products N]`: how long a new till of a shop takes to have the whole
 * catalogue, what a scan costs meanwhile (the peer is the same till at rest, in the same run), and
 * how soon a price changed at one till is at the other.
 */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { askedOrEnd } from '#shared/core/command-line.ts'
import { must } from '../support/must.ts'
import { startServiceProgram, startTill } from '../support/programs.ts'
import { setUpAsOwner } from '../support/shop-owner.ts'
import { connectTill, type TillClient } from '../support/till-client.ts'
import { fillShop, shopProducts } from './counter-shop.ts'
import { figuresOf, row } from './figures.ts'

const { values } = askedOrEnd(
  parseArgs,
  {
    usage: 'npm run bench -- fleet [--products N]',
    options: { products: { kind: 'number', from: 100, to: 200_000, first: 50_000 } },
  },
  process,
  3,
)
const SCANS = 300
const PRICES = 20
const GIVE_UP_MS = 600_000
/** Of every new shop, before it has anything of the other one's. */
const OWN_CODE = '7800104006297'
const say = (line: string) => process.stdout.write(`${line}\n`)
const folder = mkdtempSync(join(tmpdir(), 'meson-bench-fleet-'))
const service = await startServiceProgram(['--port', '0', '--data', join(folder, 'service')])
const shopKey = service.ready.keys.member
const env = { TILL_API_KEY: shopKey }
const open = async (name: string) => {
  const place = ['--data', join(folder, name), '--api', service.ready.base_url]
  const program = await startTill(place, env)
  const client = connectTill(program.ready.url)
  await setUpAsOwner(client)
  return { program, client }
}
await (await open('one')).program.stop()
fillShop(join(folder, 'one'), shopProducts(values.products))
const [one, two] = [await open('one'), await open('two')]
try {
  must(await one.client.joinShop({ code: null, name: 'Uno', branch: '' }))
  const saidMs = await timeUntil(() => isUpToDate(one.client))
  const rest = await scans(two.client, SCANS)
  const { code } = must(await one.client.makeTillCode({ tillId: null, shopKey }))
  must(await two.client.joinShop({ code, name: 'Dos', branch: '' }))
  const during: number[] = []
  const heardMs = await timeUntil(async () => {
    during.push(...(await scans(two.client, 10)))
    return isUpToDate(two.client)
  })
  say(
    `${values.products} products: said in ${seconds(saidMs)}, at the new till in ${seconds(heardMs)}`,
  )
  say('\n| a scan at the new till, ms | p50 | p95 | max |\n|---|---|---|---|')
  say(row('at rest', figuresOf(rest)))
  say(row('while the catalogue comes', figuresOf(during)))
  say(row('a price, from one till to the other', figuresOf(await prices())))
} finally {
  for (const { program } of [one, two]) await program.stop()
  await service.stop()
  rmSync(folder, { recursive: true, force: true })
}

function seconds(ms: number): string {
  return `${(ms / 1_000).toFixed(1)} s`
}

async function isUpToDate(client: TillClient): Promise<boolean> {
  const { heardAt, toSend, toWrite } = must(await client.fleet())
  return heardAt !== null && toSend === 0 && toWrite === 0
}

async function timeUntil(isSo: () => Promise<boolean>): Promise<number> {
  const beganMs = performance.now()
  while (!(await isSo())) {
    if (performance.now() - beganMs > GIVE_UP_MS) throw new Error('it never came about')
    await new Promise((resolve) => setTimeout(resolve, 20))
  }
  return performance.now() - beganMs
}

/** Over the wire, as a screen asks. */
async function scans(client: TillClient, count: number): Promise<number[]> {
  const took: number[] = []
  for (let at = 0; at < count; at += 1) {
    const beganMs = performance.now()
    must(await client.productByCode(OWN_CODE))
    took.push(performance.now() - beganMs)
  }
  return took
}

async function prices(): Promise<number[]> {
  const took: number[] = []
  for (let clp = 1_001; clp <= 1_000 + PRICES; clp += 1) {
    const window = { filter: 'sold', categoryId: null, offset: 0, limit: 1 } as const
    const [found] = must(await one.client.goods({ text: OWN_CODE, ...window })).rows
    if (found === undefined) throw new Error(`no ${OWN_CODE}`)
    const { id: productId, moreCodes, ...rest } = found
    const changed = { ...rest, productId, moreCodes: [...moreCodes], unitGrossClp: clp }
    must(await one.client.saveGoods(changed))
    took.push(
      await timeUntil(
        async () => must(await two.client.productByCode(OWN_CODE)).unitGrossClp === clp,
      ),
    )
  }
  return took
}
