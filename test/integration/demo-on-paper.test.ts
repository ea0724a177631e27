/**
 * The demo as a newcomer runs it, then the judge: every byte that went to a printer is read back as
 * the printer would, the stamp is decoded from the dots, its signature is verified, and its words
 * are compared with the sale.
 */
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { drawPaper } from '#shared/escpos/paper.ts'
import { parseEscpos } from '#shared/escpos/parse.ts'
import { PRINTABLE_DOTS, type PaperWidthMm } from '#shared/paper/paper-model.ts'
import { verifyTed } from '../../electron/service/folios/ted.ts'
import { printOn } from '../paper-reader/printer.ts'
import { opensslVerifies, readStamp, stampField } from '../paper-reader/stamp.ts'
import { decode } from '../support/paper-raster.ts'
import { runToEnd } from '../support/programs.ts'

interface SummaryRow {
  readonly external_reference: string
  readonly type: '39' | '41'
  readonly width_mm: PaperWidthMm
  readonly total: number
  readonly folio: number
  readonly offline: boolean
  readonly printed: number
  readonly ms: number
}

/** A credit note of the demo. */
interface ReturnRow extends Omit<SummaryRow, 'type' | 'offline' | 'ms'> {
  readonly type: '61'
  readonly about: { readonly type: '39' | '41'; readonly folio: number; readonly total: number }
  /** Handed over before the receipt had its folio. */
  readonly provisional: boolean
}

const RECEIPTS = 9
let folder: string
let receipts: readonly SummaryRow[]
let returns: readonly ReturnRow[]
let files: readonly string[]
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'meson-demo-test-'))
  const run = await runToEnd('electron/kiosk/demo.ts', [
    '--out',
    folder,
    '--receipts',
    String(RECEIPTS),
  ])
  if (run.code !== 0) throw new Error(run.stderr)
  const summary = JSON.parse(readFileSync(join(folder, 'summary.json'), 'utf8')) as {
    receipts: SummaryRow[]
    returns: ReturnRow[]
  }
  receipts = summary.receipts
  returns = summary.returns
  files = readdirSync(folder)
}, 180_000)
afterAll(() => rmSync(folder, { recursive: true, force: true }))

/** The dots on the paper, from the bytes alone. */
function paperOf(name: string, widthMm: PaperWidthMm) {
  const parsed = parseEscpos(readFileSync(join(folder, name)))
  if (!parsed.ok) throw new Error(`${name}: ${parsed.refusal.detail} at ${parsed.refusal.offset}`)
  return drawPaper(
    parsed.value.map(({ command }) => command),
    PRINTABLE_DOTS[widthMm],
  )
}

describe('the demo', () => {
  it('issues and prints every sale exactly once, both types, both widths, some offline', () => {
    expect(receipts).toHaveLength(RECEIPTS)
    expect(receipts.every((receipt) => receipt.printed === 1)).toBe(true)
    expect(new Set(receipts.map((receipt) => `${receipt.type} ${receipt.width_mm}`)).size).toBe(4)
    expect(
      receipts.some((receipt) => receipt.offline) && receipts.some((receipt) => !receipt.offline),
    ).toBe(true)
    expect(new Set(receipts.map((receipt) => receipt.external_reference)).size).toBe(RECEIPTS)
    for (const type of ['39', '41'] as const) {
      const folios = receipts
        .filter((receipt) => receipt.type === type)
        .map((receipt) => receipt.folio)
        .sort((a, b) => a - b)
      expect(folios).toEqual(folios.map((_, index) => index + 1))
    }
  })

  it('leaves PDF, bytes and picture of each, and a slip for those sold offline', () => {
    const count = (pattern: RegExp) => files.filter((file) => pattern.test(file)).length
    expect([
      count(/^\d+-\d\d-\d+\.pdf$/),
      count(/receipt\.escpos$/),
      count(/receipt\.png$/),
    ]).toEqual([RECEIPTS, RECEIPTS, RECEIPTS])
    expect(count(/slip\.escpos$/)).toBe(receipts.filter((receipt) => receipt.offline).length)
  })

  it('prints a stamp that reads back from the dots and whose signature is that of its folio range', async () => {
    for (const receipt of receipts) {
      const name = files.find((file) =>
        file.includes(`-${receipt.type}-${receipt.folio}-receipt.escpos`),
      )
      if (!name) throw new Error(`no paper of ${receipt.type} ${receipt.folio}`)
      const { page } = paperOf(name, receipt.width_mm)
      expect(page.widthDots).toBe(PRINTABLE_DOTS[receipt.width_mm])
      const [stamp] = await decode(page, 'PDF417')
      if (!stamp) throw new Error(`the stamp of ${name} cannot be read`)
      const ted = Buffer.from(stamp).toString('latin1')
      expect(verifyTed(ted)).toMatchObject({
        isSignatureValid: true,
        isInAuthorizedRange: true,
        issuerRut: '76192083-9',
      })
      expect(ted).toContain(`<TD>${receipt.type}</TD><F>${receipt.folio}</F>`)
      expect(ted).toContain(`<MNT>${receipt.total}</MNT>`)
      expect(
        verifyTed(ted.replace(`<MNT>${receipt.total}</MNT>`, `<MNT>${receipt.total + 1}</MNT>`))
          ?.isSignatureValid,
      ).toBe(false)
    }
  })

  it('takes back a line of a printed receipt, and a whole sale before its receipt has a folio: each note once, with its own stamp', async () => {
    expect(returns.map(({ type, folio, printed }) => ({ type, folio, printed }))).toEqual([
      { type: '61', folio: 1, printed: 1 },
      { type: '61', folio: 2, printed: 1 },
    ])
    const [part, whole] = returns
    if (part === undefined || whole === undefined) throw new Error('two returns')
    expect(part.total).toBeLessThan(part.about.total)
    expect(whole).toMatchObject({ total: whole.about.total, provisional: true })
    for (const { about } of returns) expect(receipts).toContainEqual(expect.objectContaining(about))
    for (const [index, note] of returns.entries()) {
      const [stamp] = await decode(
        paperOf(`return-${index + 1}-61-${note.folio}-note.escpos`, note.width_mm).page,
        'PDF417',
      )
      expect(verifyTed(Buffer.from(stamp ?? []).toString('latin1'))).toMatchObject({
        isSignatureValid: true,
        isInAuthorizedRange: true,
        documentCode: 61,
        folio: note.folio,
        totalClp: note.total,
      })
    }
    expect(files.filter((file) => /^return-2.*provisional\.(escpos|png)$/.test(file))).toHaveLength(
      2,
    )
  })

  it('puts no stamp on a provisional slip, and the reference as a QR code', async () => {
    const row = receipts.find((receipt) => receipt.offline)
    const name = files.find((file) => file.includes(`-${row?.type}-${row?.folio}-slip.escpos`))
    if (!row || !name) throw new Error('something was sold offline')
    const { page } = paperOf(name, row.width_mm)
    expect(await decode(page, 'PDF417')).toEqual([])
    const [code] = await decode(page, 'QRCode')
    expect(Buffer.from(code ?? []).toString()).toContain(row.external_reference)
  })

  it('is read by a printer, a decoder and a verifier that share nothing with the till', () => {
    const stamped = new Map<string, number>([
      ...receipts.map(
        ({ type, folio, total }) => [`-${type}-${folio}-receipt.escpos`, total] as const,
      ),
      ...returns.map(({ type, folio, total }) => [`-${type}-${folio}-note.escpos`, total] as const),
    ])
    const widths = new Map(
      [...receipts, ...returns].map((row) => [`-${row.type}-${row.folio}-`, row.width_mm]),
    )
    for (const name of files.filter((file) => file.endsWith('.escpos'))) {
      const widthMm =
        [...widths].find(([part]) => name.includes(part))?.[1] ??
        (name.startsWith('return-2') ? returns[1]?.width_mm : undefined)
      if (widthMm === undefined) throw new Error(`whose paper is ${name}?`)
      const run = printOn(PRINTABLE_DOTS[widthMm], readFileSync(join(folder, name)))
      expect({
        name,
        papers: run.papers.length,
        text: run.text,
        hidden: run.realTimeCodesInData,
      }).toEqual({ name, papers: 1, text: '', hidden: 0 })
      const [paper] = run.papers
      if (paper === undefined) throw new Error('one paper')
      expect(paper.isCut).toBe(true)
      const sale = [...stamped].find(([ending]) => name.endsWith(ending))
      const ted = readStamp(paper)
      if (sale === undefined) expect({ name, ted }).toEqual({ name, ted: null })
      else {
        const [ending, total] = sale
        const [, type, folio] = ending.split('-')
        expect([
          stampField(ted ?? '', 'TD'),
          stampField(ted ?? '', 'F'),
          stampField(ted ?? '', 'MNT'),
        ]).toEqual([type, folio, String(total)])
        expect(opensslVerifies(ted ?? '')).toBe(true)
        const forged = (ted ?? '').replace(`<MNT>${total}</MNT>`, `<MNT>${total + 1}</MNT>`)
        expect(opensslVerifies(forged)).toBe(false)
      }
      stamped.delete(sale?.[0] ?? '')
    }
    expect([...stamped.keys()]).toEqual([])
  })
})
