/** A paper with a secret goes through the whole printing room, and nothing of it stays on disk. */
import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { createPaperRenderer } from '#paper/paper-renderer.ts'
import { createPrinting } from '#printing/printing.ts'
import { ownerCodePaper } from '#shared/staff/owner-code-paper.ts'
import type { PrintJobId } from '#shared/core/brand.ts'
import { FONTS_DIR } from '../support/fonts-dir.ts'
import { FIXTURE_SHOP } from '../support/till-fixture.ts'
import { FakePrinter, tcpPrinter } from './fake-printer.ts'

it('is printed like any other, and leaves neither its bytes nor its picture', async () => {
  const paper = createPaperRenderer({ fontsDir: FONTS_DIR })
  const paperDir = mkdtempSync(join(tmpdir(), 'meson-secret-'))
  const fake = await FakePrinter.start({ saysPrinted: true })
  const printing = createPrinting({ paper, paperDir, printers: [], log: () => undefined })
  onTestFinished(async () => {
    await printing.close()
    await fake.stop()
    rmSync(paperDir, { recursive: true, force: true })
  })
  const drawn = ownerCodePaper(
    {
      ...{ shop: FIXTURE_SHOP, code: 'ABCDE-FGHJK-MNPQR-STVWX-YZ012', ownerName: 'Paula' },
      ...{ date: '2026-11-23', printedAt: '23-11-2026 10:00' },
    },
    80,
  )
  const pdf = await paper.renderReportPdf(drawn)
  const print = (jobId: string, isSecret: boolean) =>
    printing.print(
      {
        ...{ jobId: jobId as PrintJobId, printer: tcpPrinter(fake.port), pdf, isSecret },
        ...{ banner: null, opensDrawer: false },
      },
      AbortSignal.timeout(30_000),
    )
  expect(await print('01JD0000000000000000000SEC', true)).toMatchObject({ kind: 'sent' })
  expect(fake.papers).toHaveLength(1)
  expect(readdirSync(paperDir)).toEqual([])
  // One that is no secret is kept, so the folder is the right one to look into.
  expect(await print('01JD0000000000000000000TST', false)).toMatchObject({ kind: 'sent' })
  expect(readdirSync(paperDir)).not.toEqual([])
})
