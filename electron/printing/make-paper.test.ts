import { describe, expect, it } from 'vitest'
import { PLAIN_HANDLING } from '#shared/escpos/plan.ts'
import { drawPaper } from '#shared/escpos/paper.ts'
import { parseEscpos } from '#shared/escpos/parse.ts'
import { encodeCommands } from '#shared/escpos/command.ts'
import { isBlackDot } from '#shared/raster/one-bit-page.ts'
import type { OneBitPage } from '#shared/raster/one-bit-page.ts'
import { ok } from '#shared/core/result.ts'
import { makePaper } from './make-paper.ts'
import type { DrawOptions } from './pdf-document.ts'
import type { RasterJob } from './raster-protocol.ts'
import type { StampReading } from './stamp-reader.ts'

const JOB: RasterJob = {
  pdf: new Uint8Array(1),
  above: [],
  below: [],
  dots: 384,
  dotsPerMm: 8,
  paperDots: 464,
  handling: PLAIN_HANDLING,
  opensDrawer: false,
  confirmation: null,
  isTestPage: false,
}
type Reading = Pick<StampReading, 'readable'> & { readonly moduleDots?: number }

/**
 * Draws a page that says by its only row which drawing it was: so many black dots as drawings so
 * far.
 */
async function paperOf(readingOf: (options: DrawOptions) => Reading) {
  const drawings: DrawOptions[] = []
  const draw = (_: number, options: DrawOptions) => {
    drawings.push(options)
    const page: OneBitPage = {
      widthDots: 384,
      heightDots: 1,
      bytesPerRow: 48,
      bits: new Uint8Array(48),
    }
    for (let dot = 0; dot < drawings.length; dot += 1)
      page.bits[dot >> 3] = (page.bits[dot >> 3] ?? 0) | (0x80 >> (dot & 7))
    return Promise.resolve(ok(page))
  }
  const made = await makePaper(JOB, {
    engine: {
      open: () => Promise.resolve(ok({ pageCount: 1, draw, close: () => Promise.resolve() })),
    },
    writer: (commands) => encodeCommands(commands),
    stampReader: {
      read: () => {
        const { readable, moduleDots } = readingOf(
          drawings.at(-1) ?? { dots: 0, dotsPerMm: 0, shrink: 0, threshold: 0 },
        )
        const place =
          moduleDots === undefined
            ? null
            : { turned: false, from: 0, to: 1, start: 0, end: 1, moduleDots }
        return Promise.resolve({ readable, payload: null, place })
      },
    },
  })
  if (made.kind !== 'made') throw new Error(made.detail)
  const parsed = parseEscpos(made.escpos)
  const { page } = drawPaper(parsed.ok ? parsed.value.map(({ command }) => command) : [], 384)
  const printed = Array.from({ length: 384 }, (_, x) => Number(isBlackDot(page, x, 0))).reduce(
    (sum, dot) => sum + dot,
    0,
  )
  return {
    tried: drawings.map(({ threshold, shrink }) => [threshold, shrink]),
    printed,
    stampReadable: made.stampReadable,
  }
}

describe('the self-check of a page with a stamp', () => {
  it('is content with the first drawing that reads', async () => {
    expect(await paperOf(() => ({ readable: true, moduleDots: 2 }))).toEqual({
      tried: [[128, 1]],
      printed: 1,
      stampReadable: true,
    })
  })

  it('draws a page without a stamp once', async () => {
    expect(await paperOf(() => ({ readable: null }))).toEqual({
      tried: [[128, 1]],
      printed: 1,
      stampReadable: null,
    })
  })

  it('tries the next threshold when a stamp does not read, and prints that drawing', async () => {
    expect(
      await paperOf(({ threshold }) => ({ readable: threshold === 112, moduleDots: 2 })),
    ).toEqual({
      tried: [
        [128, 1],
        [112, 1],
      ],
      printed: 2,
      stampReadable: true,
    })
  })

  it('draws a page a little smaller where that makes a module whole dots, and stays with it', async () => {
    const { tried, ...rest } = await paperOf(({ shrink }) => ({
      readable: true,
      moduleDots: 2.1 * shrink,
    }))
    expect(tried).toEqual([
      [128, 1],
      [128, 2 / 2.1],
    ])
    expect(rest).toEqual({ printed: 2, stampReadable: true })
  })

  it('leaves a page as large as it is where whole modules would cost more than six per cent, or do not read', async () => {
    expect((await paperOf(() => ({ readable: true, moduleDots: 2.4 }))).tried).toEqual([[128, 1]])
    expect(
      await paperOf(({ shrink }) => ({ readable: shrink === 1, moduleDots: 2.1 })),
    ).toMatchObject({ printed: 1, stampReadable: true })
  })

  it('prints all the same when nothing helps, and says that the stamp cannot be read', async () => {
    expect(await paperOf(() => ({ readable: false, moduleDots: 2 }))).toEqual({
      tried: [
        [128, 1],
        [112, 1],
        [144, 1],
      ],
      printed: 3,
      stampReadable: false,
    })
  })
})
