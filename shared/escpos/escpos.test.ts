import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { OneBitPage } from '../raster/one-bit-page.ts'
import { breakRealTimeCodes, holdsRealTimeCode } from '../raster/real-time-codes.ts'
import { encodeCommand, encodeCommands } from './command.ts'
import type { EscposCommand } from './command.ts'
import { drawPaper, HEAD_TO_BLADE_DOTS, LINE_FEED_DOTS } from './paper.ts'
import { parseEscpos } from './parse.ts'
import { PLAIN_HANDLING, planPaper } from './plan.ts'

const anyPage: fc.Arbitrary<OneBitPage> = fc
  .tuple(fc.integer({ min: 1, max: 80 }), fc.integer({ min: 1, max: 300 }))
  .chain(([bytesPerRow, heightDots]) =>
    fc
      .uint8Array({ minLength: bytesPerRow * heightDots, maxLength: bytesPerRow * heightDots })
      .map((bits) => ({ widthDots: bytesPerRow * 8, heightDots, bytesPerRow, bits })),
  )

const byte = fc.integer({ min: 0, max: 255 })
const anyCommand: fc.Arbitrary<EscposCommand> = fc.oneof(
  fc.constantFrom<EscposCommand>({ kind: 'initialize' }, { kind: 'line-feed' }),
  anyPage.map((page): EscposCommand => ({ kind: 'raster', page })),
  anyPage.map(
    (page): EscposCommand => ({
      kind: 'graphics',
      page: { ...page, heightDots: 1, bits: page.bits.subarray(0, page.bytesPerRow) },
    }),
  ),
  byte.map((perInch): EscposCommand => ({ kind: 'feed-unit', perInch })),
  byte.map((units): EscposCommand => ({ kind: 'feed-units', units })),
  fc
    .tuple(fc.constantFrom('full' as const, 'partial' as const), fc.option(byte))
    .map(([mode, feedUnits]): EscposCommand => ({ kind: 'cut', mode, feedUnits })),
  fc
    .tuple(fc.constantFrom(2 as const, 5 as const), byte, byte)
    .map(
      ([pin, on, off]): EscposCommand => ({ kind: 'drawer', pin, onMs: on * 2, offMs: off * 2 }),
    ),
  byte.map((mask): EscposCommand => ({ kind: 'auto-status', mask })),
  fc
    .string({ unit: 'grapheme-ascii', minLength: 4, maxLength: 4 })
    .map((token): EscposCommand => ({ kind: 'ask-when-printed', token })),
  fc.constantFrom<EscposCommand>(
    { kind: 'ask-status', what: 1 },
    { kind: 'ask-real-time', what: 4 },
  ),
  fc.tuple(byte, byte).map(([times, steps]): EscposCommand => ({ kind: 'buzzer', times, steps })),
  byte.map((value): EscposCommand => ({ kind: 'density', value })),
  fc.integer({ min: -6, max: 6 }).map((level): EscposCommand => ({ kind: 'epson-density', level })),
  fc
    .tuple(byte, fc.uint8Array({ min: 0x20, maxLength: 40 }))
    .map(
      ([codePage, text]): EscposCommand => ({
        kind: 'own-text',
        codePage,
        text: Uint8Array.from(text),
      }),
    ),
)

function parsed(bytes: Uint8Array): EscposCommand[] {
  const result = parseEscpos(bytes)
  if (!result.ok) throw new Error(`${result.refusal.detail} at ${result.refusal.offset}`)
  return result.value.map(({ command }) => command)
}

describe('encode and parse', () => {
  it('any sequence of commands comes back', () => {
    fc.assert(
      fc.property(fc.array(anyCommand, { maxLength: 12 }), (commands) => {
        expect(parsed(encodeCommands(commands))).toEqual(commands)
      }),
      { numRuns: 60 },
    )
  })

  it('any page comes back row by row, whatever its dots', () => {
    fc.assert(
      fc.property(anyPage, (page) => {
        const commands = parsed(encodeCommands(planPaper(page, PLAIN_HANDLING, false)))
        const paper = drawPaper(commands, page.widthDots)
        const dots = paper.page.bits.subarray(0, page.bits.length)
        expect(Buffer.compare(Buffer.from(dots), Buffer.from(breakRealTimeCodes(page).bits))).toBe(
          0,
        )
      }),
      { numRuns: 60 },
    )
  })

  it('no planned paper holds a real-time code', () => {
    fc.assert(
      fc.property(anyPage, fc.boolean(), (page, opensDrawer) => {
        expect(
          holdsRealTimeCode(encodeCommands(planPaper(page, PLAIN_HANDLING, opensDrawer))),
        ).toBe(false)
      }),
      { numRuns: 60 },
    )
  })

  it.each([
    ['text', [0x1b, 0x40, 0x41], 2, 'unknown'],
    ['an unknown ESC command', [0x1b, 0x99, 0x00], 0, 'unknown'],
    ['a raster in double mode', [0x1d, 0x76, 0x30, 1, 1, 0, 1, 0, 0], 0, 'unknown'],
    ['a raster without rows', [0x1d, 0x76, 0x30, 0, 1, 0, 0, 0], 0, 'unknown'],
    ['a raster cut short', [0x1b, 0x40, 0x1d, 0x76, 0x30, 0, 2, 0, 1, 0, 0xff], 2, 'cut-short'],
    ['a cut without its mode', [0x1d, 0x56], 0, 'cut-short'],
    ['a drawer pulse sent as UTF-8 text', [0x1b, 0x70, 0x00, 0x19, 0xc3, 0xba], 5, 'unknown'],
  ] as const)('refuses %s with its offset', (_, bytes, offset, kind) => {
    const result = parseEscpos(Uint8Array.from(bytes))
    expect(result.ok ? null : [result.refusal.offset, result.refusal.kind]).toEqual([offset, kind])
  })

  it('encodes the bytes of the manuals', () => {
    const hex = (command: EscposCommand): string =>
      Buffer.from(encodeCommand(command)).toString('hex')
    expect({
      initialize: hex({ kind: 'initialize' }),
      raster: hex({
        kind: 'raster',
        page: { widthDots: 16, heightDots: 1, bytesPerRow: 2, bits: Uint8Array.of(0xaa, 0x55) },
      }),
      partialCut: hex({ kind: 'cut', mode: 'partial', feedUnits: 0 }),
      fullCut: hex({ kind: 'cut', mode: 'full', feedUnits: null }),
      drawer: hex({ kind: 'drawer', pin: 2, onMs: 50, offMs: 500 }),
      whenPrinted: hex({ kind: 'ask-when-printed', token: '0042' }),
    }).toEqual({
      initialize: '1b40',
      raster: '1d76300002000100aa55',
      partialCut: '1d564200',
      fullCut: '1d5600',
      drawer: '1b700019fa',
      whenPrinted: '1d284806003030' + '30303432',
    })
  })
})

describe('planPaper', () => {
  const page: OneBitPage = {
    widthDots: 8,
    heightDots: 300,
    bytesPerRow: 1,
    bits: new Uint8Array(300).fill(0xff),
  }

  it('opens the drawer before printing and cuts at the end', () => {
    expect(planPaper(page, PLAIN_HANDLING, true).map(({ kind }) => kind)).toEqual([
      'initialize',
      'drawer',
      'raster',
      'raster',
      'raster',
      'cut',
    ])
  })

  it('feeds past the tear bar where there is no blade', () => {
    expect(
      planPaper(page, { ...PLAIN_HANDLING, cut: 'tear', endLines: 2 }, false).map(
        ({ kind }) => kind,
      ),
    ).toEqual(['initialize', 'raster', 'raster', 'raster', 'line-feed', 'line-feed'])
  })

  it('feeds before a cut that does not feed by itself', () => {
    const plan = planPaper(
      page,
      { ...PLAIN_HANDLING, cut: 'full', cutFeeds: false, endLines: 1 },
      false,
    )
    expect(plan.slice(-2)).toEqual([
      { kind: 'line-feed' },
      { kind: 'cut', mode: 'full', feedUnits: null },
    ])
  })
})

describe('drawPaper', () => {
  it('shows where it was cut and the drawer opened', () => {
    const page: OneBitPage = {
      widthDots: 8,
      heightDots: 10,
      bytesPerRow: 1,
      bits: new Uint8Array(10).fill(1),
    }
    const paper = drawPaper(
      [
        { kind: 'drawer', pin: 2, onMs: 50, offMs: 500 },
        { kind: 'raster', page },
        { kind: 'line-feed' },
        { kind: 'cut', mode: 'partial', feedUnits: 4 },
      ],
      8,
    )
    expect(paper.marks).toEqual([
      { kind: 'drawer', atRow: 0 },
      { kind: 'cut', atRow: 10 + LINE_FEED_DOTS + HEAD_TO_BLADE_DOTS + 4 },
    ])
    expect(paper.page.heightDots).toBe(10 + LINE_FEED_DOTS + HEAD_TO_BLADE_DOTS + 4)
  })

  it('loses the dots beyond the head, as printers do', () => {
    const page: OneBitPage = {
      widthDots: 16,
      heightDots: 1,
      bytesPerRow: 2,
      bits: Uint8Array.of(0xf0, 0xff),
    }
    expect([...drawPaper([{ kind: 'raster', page }], 8).page.bits]).toEqual([0xf0])
  })
})
