/** The owner's code on paper: only the one that is good, only for the owner, and nowhere kept. */
import { readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { beforeEach, expect, it } from 'vitest'
import { crewTillPerTest } from '../../../test/support/crew-till.ts'
import { must } from '../../../test/support/must.ts'
import { NARROW_MODEL } from '../../../test/support/printer-models.ts'

const till = crewTillPerTest()
const { api, fixture, serve, auditRows } = till
const WRONG = '00000-00000-00000-00000-00000'
const printed = () => auditRows().filter(({ action }) => action === 'owner-code-printed').length

beforeEach(async () => {
  fixture.printer.models = () => [{ ...NARROW_MODEL, id: 'generic-80', widthMm: 80, dots: 576 }]
  await serve('owner')
})

async function choosePrinter() {
  const address = { kind: 'tcp', host: '192.168.1.50', port: 9100 } as const
  const { id } = must(api.addPrinter({ name: 'Epson', address, modelId: 'generic-80' }))
  must(await api.saveSettings({ printerId: id }))
}
const files = (folder: string): string[] =>
  readdirSync(folder).flatMap((name) => {
    const path = join(folder, name)
    return statSync(path).isDirectory() ? files(path) : [path]
  })

it('is refused by a printer that keeps what it prints, with what to do instead', async () => {
  const { code } = must(await api.makeOwnerCode())
  expect(await api.printOwnerCode({ code })).toMatchObject({
    refusal: { code: 'PRINTER_KEEPS_PAPERS', params: { name: 'Virtual' } },
  })
  expect([fixture.printer.printed.length, printed()]).toEqual([0, 0])
})

it('is printed once as a secret, in no queue, and stands in no file of the till', async () => {
  await choosePrinter()
  const { code } = must(await api.makeOwnerCode())
  must(await api.printOwnerCode({ code: code.toLowerCase() }))
  expect(fixture.printer.printed).toMatchObject([
    { isSecret: true, opensDrawer: false, printer: { name: 'Epson' } },
  ])
  expect(api.status()).toMatchObject({ unprintedCount: 0 })
  expect(printed()).toBe(1)
  const groups = code.split('-')
  for (const path of files(fixture.dataDir)) {
    const bytes = readFileSync(path)
    expect(bytes.includes(code), path).toBe(false)
    expect(groups.filter((group) => bytes.includes(group)).length, path).toBeLessThan(3)
  }
})

it('prints no other text: one that is wrong, or was good before, is refused', async () => {
  await choosePrinter()
  const { code: before } = must(await api.makeOwnerCode())
  must(await api.makeOwnerCode())
  for (const [code, why] of [
    ['TEXTO LIBRE', 'RECOVERY_CODE_NOT_VALID'],
    [WRONG, 'OWNER_CODE_WRONG'],
    [before, 'OWNER_CODE_WRONG'],
  ] as const)
    expect(await api.printOwnerCode({ code })).toMatchObject({ refusal: { code: why } })
  expect(fixture.printer.printed).toEqual([])
})

it('is the owner’s alone, also not under settings lent over the shoulder', async () => {
  await choosePrinter()
  const { code } = must(await api.makeOwnerCode())
  await serve('cashier')
  expect(await api.printOwnerCode({ code })).toMatchObject({ refusal: { code: 'OWNER_REQUIRED' } })
  const subject = { kind: 'settings' } as const
  must(await api.approve({ staffId: till.idOf('owner'), pin: '3690', subject }))
  expect(await api.printOwnerCode({ code })).toMatchObject({
    refusal: { code: 'OWNER_CODE_OWNER_ONLY' },
  })
  expect(fixture.printer.printed).toEqual([])
})

it('that may have come out in part is written down, one that never began is not', async () => {
  await choosePrinter()
  const { code } = must(await api.makeOwnerCode())
  fixture.printer.answer = () => ({ kind: 'held', reason: 'PAPER_OUT', detail: '' })
  expect(await api.printOwnerCode({ code })).toMatchObject({ refusal: { code: 'PAPER_OUT' } })
  expect(printed()).toBe(0)
  fixture.printer.answer = () => ({ kind: 'unknown', bytesAccepted: 900, detail: '' })
  expect(await api.printOwnerCode({ code })).toMatchObject({ refusal: { code: 'PRINT_UNKNOWN' } })
  expect(printed()).toBe(1)
})
