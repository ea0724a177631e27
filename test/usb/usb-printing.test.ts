import { beforeAll, describe, expect, it } from 'vitest'
import { packageOnce } from '../packaged/package-once.ts'
import { buildGuest } from './build-guest.ts'
import { CASES } from './guest/cases.ts'
import { GUEST_NODE, openLab, runInLab } from './lab.ts'

/** Booting takes seconds, the cases together some minutes on two slow cores. */
const LAB_TIMEOUT_MS = 900_000

const lab = await openLab()
const isMissing = 'missing' in lab
if (isMissing) process.stderr.write(`SKIPPED: USB printing on a real kernel. ${lab.missing}\n`)

interface CaseResult {
  readonly name: string
  readonly error: string | null
}

/** escpos-usb, libusb and the kernel's USB stack for real; only the plastic is missing. */
describe.skipIf(isMissing)('printing on USB', () => {
  let results: readonly CaseResult[] = []
  let text = ''

  beforeAll(async () => {
    if ('missing' in lab) return
    const { executable } = await packageOnce()
    const command = [...GUEST_NODE, await buildGuest(), executable]
    const guest = await runInLab(lab, command, LAB_TIMEOUT_MS)
    text = guest.console
    results = JSON.parse((await guest.read('results.json')) || '[]') as CaseResult[]
  }, LAB_TIMEOUT_MS + 30_000)

  it.each(Object.keys(CASES))('%s', (name) => {
    const result = results.find((candidate) => candidate.name === name)
    expect(result === undefined ? `did not run:\n${text}` : result.error).toBeNull()
  })
})
