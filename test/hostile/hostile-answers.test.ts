/**
 * Answers no honest service gives, a hundred thousand of them in the long run, against the till's
 * own steps and database: it never throws, never believes what is not there, and never loses the
 * receipt. HOSTILE_ANSWERS and HOSTILE_SEED change the number and the seed.
 */
import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, it } from 'vitest'
import type { HttpOutcome } from '#till/kernel/ports.ts'
import { createDice } from '../sim/dice.ts'
import { pick } from '../support/thoroughness.ts'
import { hostileOutcome } from './hostile-answers.ts'
import {
  createReceiptUnderFire,
  NOW,
  OURS,
  START_STATES,
  type ReceiptRow,
  type StartState,
} from './receipt-under-fire.ts'

const ANSWERS = Number(process.env['HOSTILE_ANSWERS'] ?? pick(12_000, 100_000))
const SEED = process.env['HOSTILE_SEED'] ?? 'every-change'
const FOLIO_MAX = 9_999_999_999
const WAIT_MS_MAX = 600_000
/** Answers heard in one step; a search reads many folios. */
const ANSWERS_PER_STEP_MAX = 20

const folder = mkdtempSync(join(existsSync('/dev/shm') ? '/dev/shm' : tmpdir(), 'meson-hostile-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

it('comes to a right state after each', async () => {
  const dice = createDice(SEED)
  const startedMs = performance.now()
  let heard: HttpOutcome[] = []
  let answers = 0
  const receipt = createReceiptUnderFire(folder, dice.split('till'), (request) => {
    if (heard.length >= ANSWERS_PER_STEP_MAX) return { kind: 'unanswered', detail: 'enough' }
    answers += 1
    const outcome = hostileOutcome(dice, OURS, request)
    heard.push(outcome)
    return outcome
  })
  receipt.reset('queued')
  const { sha256 } = receipt.look()
  const ends = new Map<string, number>()
  const wrong: string[] = []
  for (let step = 0; answers < ANSWERS && wrong.length < 5; step += 1) {
    const from = START_STATES[step % START_STATES.length] ?? 'queued'
    heard = []
    receipt.reset(from)
    const failure = await receipt.step(from).then(
      () => null,
      (error: unknown) => `threw ${String(error)}`,
    )
    const row = receipt.look()
    ends.set(`${from} > ${row.state}`, (ends.get(`${from} > ${row.state}`) ?? 0) + 1)
    const fault =
      failure ??
      judge(from, row, heard) ??
      (row.sha256 === sha256 && row.reference === OURS.reference ? null : 'the receipt changed')
    if (fault !== null)
      wrong.push(`step ${step}, ${from}: ${fault}; heard ${JSON.stringify(heard).slice(0, 600)}`)
  }
  receipt.close()
  console.log(
    `hostile answers, seed ${SEED}: ${answers} in ${((performance.now() - startedMs) / 1000).toFixed(1)} s; ${[...ends].map(([name, count]) => `${name} ${count}`).join(', ')}`,
  )
  expect(wrong).toEqual([])
  // The honest ones among them were believed, so that a till that believes nothing does not pass.
  for (const end of [
    'queued > numbered',
    'queued > rejected',
    'queued > reconciling',
    'reconciling > numbered',
    'accepted > numbered',
  ]) {
    expect(ends.get(end), end).toBeGreaterThan(0)
  }
}, 240_000)

/** What must hold, told from the answers alone and by other means than the till's. */
function judge(from: StartState, row: ReceiptRow, heard: readonly HttpOutcome[]): string | null {
  const documents = heard.flatMap((outcome): Record<string, unknown>[] => {
    const body =
      outcome.kind === 'answered' && outcome.status >= 200 && outcome.status < 300
        ? objectIn(outcome.bodyText)
        : null
    // Services also name their documents by numbers.
    const id = typeof body?.['id'] === 'number' ? String(body['id']) : body?.['id']
    return body !== null && typeof id === 'string' && id !== '' ? [Object.assign(body, { id })] : []
  })
  if (!(row.notBefore <= NOW + WAIT_MS_MAX)) return `waits until ${row.notBefore}`
  if (row.state === 'numbered' && from !== 'numbered') {
    if (!isFolio(row.folio)) return `numbered with folio ${row.folio}`
    if (
      !documents.some((body) => body['id'] === row.remoteId && Number(body['number']) === row.folio)
    )
      return 'numbered, and no answer said so'
  }
  if (
    from === 'queued' &&
    row.remoteId !== null &&
    !documents.some((body) => body['id'] === row.remoteId && mayBeOurs(body))
  ) {
    return 'took a document that bears another reference'
  }
  if (
    row.state === 'accepted' &&
    from === 'queued' &&
    !documents.some((body) => body['id'] === row.remoteId)
  )
    return 'accepted, and no answer said so'
  if (from === 'accepted' || from === 'numbered') {
    if (row.remoteId !== OURS.id && !isDisowned(from, row, documents)) return 'its id changed'
    if (from === 'numbered' && (row.folio !== 7 || row.state !== 'numbered'))
      return 'its folio changed'
  }
  if (
    from === 'reconciling' &&
    row.state === 'numbered' &&
    documents.every((body) => body['external_reference'] !== OURS.reference)
  ) {
    return 'a document without our reference was adopted'
  }
  if (row.state === 'rejected' && !heard.some(isRefusal)) return 'rejected, and nobody refused it'
  const hasPdf = heard.some(
    (outcome) => outcome.kind === 'answered' && outcome.bodyText.includes('JVBERi0'),
  )
  return row.pdfs > 0 && !hasPdf ? 'a PDF out of nothing' : null
}

/**
 * Given up for the same bytes again: only while it has no folio, and after the document of that id
 * was told to be another.
 */
function isDisowned(
  from: StartState,
  { state, remoteId }: ReceiptRow,
  documents: readonly Record<string, unknown>[],
): boolean {
  return (
    from === 'accepted' &&
    state === 'queued' &&
    remoteId === null &&
    documents.some(
      (body) => body['id'] === OURS.id && body['external_reference'] !== OURS.reference,
    )
  )
}

/** Services may leave the reference out; one that is there has to be ours. */
function mayBeOurs({ external_reference: reference }: Record<string, unknown>): boolean {
  return typeof reference !== 'string' || reference === '' || reference === OURS.reference
}

function isFolio(value: unknown): boolean {
  return typeof value === 'number' && Number.isInteger(value) && value >= 1 && value <= FOLIO_MAX
}

function isRefusal(outcome: HttpOutcome): boolean {
  return outcome.kind === 'answered' && outcome.status >= 400 && outcome.status < 500
}

function objectIn(text: string): Record<string, unknown> | null {
  try {
    const value: unknown = JSON.parse(text)
    return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : null
  } catch {
    return null
  }
}
