/** Letterhead and foot of a paper: the shop's logo and lines, and the word COPIA. */
import { DEFAULT_OPTIONS } from '#shared/printing/printers.ts'
import type { BannerPaper } from '#shared/paper/banner-layout.ts'
import type { LetterheadPaper } from '#shared/paper/letterhead-layout.ts'
import type { PageCodePaper } from '#shared/paper/page-code.ts'
import type { TestPagePaper } from '#shared/paper/test-page-layout.ts'
import type { PrintOrder } from '../till/kernel/ports.ts'

/** Papers the till draws itself. */
export interface OwnPapers {
  renderBannerPdf(banner: BannerPaper): Promise<Uint8Array>
  renderLetterheadPdf(letterhead: LetterheadPaper): Promise<Uint8Array>
  renderPageCodePdf(code: PageCodePaper): Promise<Uint8Array>
  renderTestPagePdf(page: TestPagePaper): Promise<Uint8Array>
}

export interface Letterhead {
  readonly above: readonly Uint8Array[]
  readonly below: readonly Uint8Array[]
}

/** Different ones kept, so that a shop's logo is not drawn anew for every receipt. */
const KEPT_MAX = 16

export function createLetterheads(paper: OwnPapers): {
  of(order: Pick<PrintOrder, 'printer' | 'banner' | 'logo' | 'page'>): Promise<Letterhead>
} {
  const kept = new Map<string, Promise<Uint8Array>>()
  const once = (key: string, draw: () => Promise<Uint8Array>): Promise<Uint8Array> => {
    const known = kept.get(key)
    if (known !== undefined) return known
    if (kept.size >= KEPT_MAX) kept.clear()
    const drawn = draw()
    kept.set(key, drawn)
    drawn.catch(() => kept.delete(key))
    return drawn
  }
  const letterhead = (head: LetterheadPaper): Promise<Uint8Array>[] => {
    if (head.logo === null && head.lines.every((line) => line.trim() === '')) return []
    const logoKey = head.logo === null ? '' : Buffer.from(head.logo).toString('base64')
    return [
      once(`${head.widthMm} ${logoKey} ${head.lines.join('\n')}`, () =>
        paper.renderLetterheadPdf(head),
      ),
    ]
  }
  return {
    async of({ printer, banner, logo = null, page }) {
      const { widthMm, options = DEFAULT_OPTIONS } = printer
      const above = letterhead({ widthMm, logo, lines: options.headerLines })
      if (banner !== null)
        above.push(
          once(`${widthMm} ${banner}`, () =>
            paper.renderBannerPdf({ widthMm, text: banner, detail: null }),
          ),
        )
      const below = letterhead({ widthMm, logo: null, lines: options.footerLines })
      // Another one on every paper: kept, they would push out what is the same on all.
      if (page !== undefined) below.unshift(paper.renderPageCodePdf({ widthMm, page }))
      return { above: await Promise.all(above), below: await Promise.all(below) }
    },
  }
}
