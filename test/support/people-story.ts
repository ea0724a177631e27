/** Somebody who buys under their name, for the tests of what is kept of people. */
import { mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import Database from 'better-sqlite3'
import { beforeEach } from 'vitest'
import type { SaleId } from '#shared/core/brand.ts'
import { must } from './must.ts'
import { cartOf, commitOf, keptOf, receiptOf } from './till-fixture.ts'
import { fixturePerTest, type TillOfTest } from './till-per-test.ts'
import { createFileSecretStore } from '#till/adapters/system.ts'
import { peopleFiles } from '#till/customers/people-data/people-parts.ts'

export const ROSA = {
  rut: '12345678-5',
  legalName: 'Rosa Zurita Quilapán',
  phone: '+56 9 1122 3344',
  email: 'rosa.zurita@correo.cl',
}

export type Buyer = typeof ROSA

/** Into the columns that every schema of the table has, for rows of a test's own. */
export const INTO_CUSTOMER =
  'INSERT INTO customer (rut, legal_name, folded_name, phone, email, last_sold_at_ms)'

/** A till that keeps its own secret in a file, before a service that names the buyer. */
export function peoplePerTest() {
  const story = fixturePerTest()
  const { fixture, api } = story
  const files = () => peopleFiles(fixture.dataDir)
  const open = () =>
    fixture.open({ pinCost: 4, ownSecret: createFileSecretStore(files().folder.ownSecret) })
  beforeEach(async () => {
    await open()
    answersWithBuyer(story)
  })
  return {
    ...story,
    files,
    open,
    answersWithBuyer: () => answersWithBuyer(story),
    audit: () => must(api.audit({ cursor: null, limit: 20 })).rows,
    sellTo: (buyer: Buyer) => sellTo(story, buyer),
    /** Until its receipt is issued and printed. */
    async issueTo(buyer: Buyer): Promise<SaleId> {
      const saleId = sellTo(story, buyer)
      await untilIssued(story, saleId)
      return saleId
    },
    untilIssued: (saleId: SaleId) => untilIssued(story, saleId),
    parkFor: (buyer: Buyer) => parkFor(story, buyer),
    leavePictures: (text: string) => leavePictures(story, text),
    leaveLog: (...lines: string[]) => leaveLog(story, ...lines),
  }
}

export function sellTo(test: TillOfTest, recipient: Buyer): SaleId {
  const { api } = test
  return must(api.commitSale({ ...commitOf(api, cartOf(api, '101')), recipient })).saleId
}

/** A service that tells in each answer whom the document is for. */
function answersWithBuyer({ fixture, honest }: TillOfTest): void {
  fixture.service.answer = async (request) => {
    const outcome = await honest(request)
    if (outcome.kind !== 'answered' || request.method !== 'POST') return outcome
    const { recipient } = JSON.parse(Buffer.from(request.body ?? []).toString('utf8')) as {
      recipient: unknown
    }
    const answer = { ...(JSON.parse(outcome.bodyText) as object), recipient }
    return { ...outcome, bodyText: JSON.stringify(answer) }
  }
}

export async function untilIssued({ api, fixture }: TillOfTest, saleId: SaleId): Promise<void> {
  await fixture.until(
    () =>
      receiptOf(api, saleId).issueState === 'numbered' &&
      receiptOf(api, saleId).papers.every(({ state }) => state === 'sent'),
  )
}

function parkFor({ api }: TillOfTest, customer: Buyer): void {
  const kept = keptOf(cartOf(api, '201'))
  must(api.parkSale({ ...kept, sale: { ...kept.sale, customer }, name: 'Rosa Zurita' }))
}

/** What the printing room would have left of each paper. */
function leavePictures({ fixture }: TillOfTest, text: string): number {
  const { paperFolder } = peopleFiles(fixture.dataDir)
  const jobs = rowsOf<{ id: string }>(fixture.dataDir, 'SELECT id FROM print_job')
  for (const { id } of jobs)
    for (const form of ['png', 'escpos']) writeFileSync(join(paperFolder, `${id}.${form}`), text)
  return jobs.length
}

function leaveLog({ fixture }: TillOfTest, ...lines: string[]): string {
  const { logFolder } = peopleFiles(fixture.dataDir)
  mkdirSync(logFolder, { recursive: true })
  const file = join(logFolder, 'caja.log')
  writeFileSync(file, `${lines.join('\n')}\n`)
  return file
}

export function rowsOf<Row>(dataDir: string, sql: string): Row[] {
  const db = new Database(peopleFiles(dataDir).folder.database)
  try {
    return db.prepare<[], Row>(sql).all()
  } finally {
    db.close()
  }
}

/** Files of a folder that hold any of these texts, in either way a database writes letters. */
export function filesWith(folder: string, texts: readonly string[]): string[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => statSync(join(folder, name)).isFile())
    .filter((name) => {
      const bytes = readFileSync(join(folder, name))
      return texts.some((text) => bytes.includes(text) || bytes.includes(text, 0, 'utf16le'))
    })
    .sort()
}
