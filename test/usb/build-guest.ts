/**
 * The guest's programs as plain JavaScript, as they are shipped: under emulation, stripping types
 * and reading a hundred small files over the shared file system costs three seconds a process, and
 * the cases start twenty.
 */
import { writeFile } from 'node:fs/promises'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { build } from 'vite'
import { FONTS_DIR } from '../support/fonts-dir.ts'
import { createPaperRenderer } from '#paper/paper-renderer.ts'
import { samplePdf, sampleTed } from '../integration/printing-samples.ts'
import { sampleLine, sampleReceipt } from '../support/paper-samples.ts'

const ROOT = fileURLToPath(new URL('../..', import.meta.url))
/** Inside the project, so that packages are found from here as from anywhere else. */
const OUT = path.join(ROOT, '.cache', 'usb-lab', 'guest')

/**
 * Builds them side by side, as the guest looks for them, and answers the entry: the cases, or the
 * measured sales.
 */
export async function buildGuest(entry: 'main' | 'sales' = 'main'): Promise<string> {
  await build({
    configFile: false,
    root: ROOT,
    logLevel: 'error',
    ssr: { target: 'node' },
    build: {
      ssr: true,
      outDir: OUT,
      emptyOutDir: true,
      minify: false,
      rollupOptions: {
        input: {
          [entry]: path.join(ROOT, `test/usb/guest/${entry}.ts`),
          'till-to-kill': path.join(ROOT, 'test/usb/guest/till-to-kill.ts'),
          'usb-host': path.join(ROOT, 'electron/printing/usb/usb-host.ts'),
          'raster-worker': path.join(ROOT, 'electron/printing/raster-worker.ts'),
        },
        output: { entryFileNames: '[name].js', chunkFileNames: '[name].js' },
      },
    },
  })
  for (const folio of [1, 2, 3]) {
    // The total of what the story sells: a stamp of any other is not printed.
    const stamp = sampleTed(folio, 1_890)
    const pdf = await samplePdf({ widthMm: 80, lines: 1, stamp })
    await writeFile(path.join(OUT, `receipt-${folio}.pdf`), pdf)
  }
  if (entry === 'sales') {
    const receipt = sampleReceipt(80, { lines: Array.from({ length: 5 }, () => sampleLine()) })
    const paper = createPaperRenderer({ fontsDir: FONTS_DIR })
    await writeFile(path.join(OUT, 'sale-receipt.pdf'), await paper.renderReceiptPdf(receipt))
  }
  return path.join(OUT, `${entry}.js`)
}
