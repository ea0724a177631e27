import { mkdtemp, readFile, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createCanvas } from '@napi-rs/canvas'
import { createPaperRenderer } from '#paper/paper-renderer.ts'
import { createPrinting } from '#printing/printing.ts'
import { createStampReader } from '#printing/stamp-reader.ts'
import type { StampReader } from '#printing/stamp-reader.ts'
import type { PrinterPort, PrintOrder } from '#till/kernel/ports.ts'
import { DEFAULT_OPTIONS, type PrinterConfig } from '#shared/printing/printers.ts'
import type { PrinterOptions } from '#shared/printing/printers.ts'
import type { PrintJobId } from '#shared/core/brand.ts'
import { drawPaper } from '#shared/escpos/paper.ts'
import type { PaperImage } from '#shared/escpos/paper.ts'
import { isBlackDot } from '#shared/raster/one-bit-page.ts'
import { parseEscpos } from '#shared/escpos/parse.ts'
import { PRINTABLE_DOTS } from '#shared/paper/paper-model.ts'
import type { PaperWidthMm } from '#shared/paper/paper-model.ts'
import { FONTS_DIR } from '../support/fonts-dir.ts'
import { samplePdf, sampleTed } from './printing-samples.ts'

let printing: PrinterPort
let reader: StampReader
let dir: string
let lastJob = 0

beforeAll(async () => {
  dir = await mkdtemp(path.join(tmpdir(), 'printing-'))
  reader = await createStampReader()
  printing = createPrinting({
    paper: createPaperRenderer({ fontsDir: FONTS_DIR }),
    paperDir: dir,
    printers: [virtual(80), virtual(58)],
    log: () => undefined,
  })
})

afterAll(async () => {
  await printing.close()
  await rm(dir, { recursive: true })
})

function virtual(widthMm: PaperWidthMm): PrinterConfig {
  return {
    id: `virtual-${widthMm}`,
    name: 'virtual',
    widthMm,
    dots: PRINTABLE_DOTS[widthMm],
    transport: { kind: 'virtual' },
    hasCutter: true,
    hasDrawer: true,
  }
}

function print(pdf: Uint8Array, widthMm: PaperWidthMm, more: Partial<PrintOrder> = {}) {
  lastJob += 1
  const jobId = `JOB${lastJob}` as PrintJobId
  const order: PrintOrder = {
    jobId,
    printer: virtual(widthMm),
    pdf,
    banner: null,
    opensDrawer: false,
    ...more,
  }
  return printing.print(order, new AbortController().signal)
}

async function printed(pdf: Uint8Array, widthMm: PaperWidthMm, more: Partial<PrintOrder> = {}) {
  const outcome = await print(pdf, widthMm, more)
  if (outcome.kind !== 'sent') throw new Error(`not sent: ${JSON.stringify(outcome)}`)
  return { ...outcome, paper: paperOf(outcome.escpos, PRINTABLE_DOTS[widthMm]) }
}

function paperOf(escpos: Uint8Array, dots: number): PaperImage {
  const parsed = parseEscpos(escpos)
  if (!parsed.ok) throw new Error(`${parsed.refusal.detail} at ${parsed.refusal.offset}`)
  return drawPaper(
    parsed.value.map(({ command }) => command),
    dots,
  )
}

describe.each([58, 80] as const)('a receipt on %i mm', (widthMm) => {
  it('prints with a stamp that reads back, byte for byte, from the dots that were sent', async () => {
    const ted = sampleTed(widthMm)
    const outcome = await printed(await samplePdf({ widthMm, lines: 5, stamp: ted }), widthMm)
    const reading = await reader.read(outcome.paper.page)
    expect(outcome.stampReadable).toBe(true)
    expect(Buffer.from(reading.payload ?? []).toString('latin1')).toBe(ted)
    expect(reading.place?.moduleDots).toBeCloseTo(2, 1)
  })

  it('says so when a stamp on it cannot be read', async () => {
    const pdf = await samplePdf({ widthMm, lines: 2, stamp: sampleTed(4), spoilsStamp: true })
    expect((await printed(pdf, widthMm)).stampReadable).toBe(false)
  })

  it('says there is no stamp where there is none', async () => {
    const outcome = await printed(await samplePdf({ widthMm, lines: 5, stamp: null }), widthMm)
    expect(outcome.stampReadable).toBeNull()
  })

  it('prints a page of the whole paper width as large as one of the printable width', async () => {
    const options = { widthMm, lines: 3, stamp: sampleTed(1) }
    const narrow = await printed(await samplePdf(options), widthMm)
    const wide = await printed(await samplePdf({ ...options, pageWidthMm: widthMm }), widthMm)
    expect(Buffer.compare(Buffer.from(wide.escpos), Buffer.from(narrow.escpos))).toBe(0)
  })

  it('is the same every time', async () => {
    const pdf = await samplePdf({ widthMm, lines: 2, stamp: sampleTed(9) })
    const [first, second] = [await printed(pdf, widthMm), await printed(pdf, widthMm)]
    expect(Buffer.compare(Buffer.from(first.escpos), Buffer.from(second.escpos))).toBe(0)
  })
})

describe('what goes around the page', () => {
  it('puts the banner above, and the same receipt below it', async () => {
    const pdf = await samplePdf({ widthMm: 80, lines: 2, stamp: sampleTed(3) })
    const original = await printed(pdf, 80)
    const copy = await printed(pdf, 80, { banner: 'COPIA' })
    const extraRows = copy.paper.page.heightDots - original.paper.page.heightDots
    expect(extraRows).toBeGreaterThan(30)
    const below = copy.paper.page.bits.subarray(extraRows * copy.paper.page.bytesPerRow)
    expect(Buffer.compare(Buffer.from(below), Buffer.from(original.paper.page.bits))).toBe(0)
    expect(copy.stampReadable).toBe(true)
  })

  it('puts the logo and the lines of the shop above and its last lines below, and the same receipt between', async () => {
    const pdf = await samplePdf({ widthMm: 80, lines: 2, stamp: sampleTed(3) })
    const plain = (await printed(pdf, 80)).paper.page
    const heightOf = async (options: Partial<PrinterOptions>, logo: Uint8Array | null = null) => {
      const printer = { ...virtual(80), options: { ...DEFAULT_OPTIONS, ...options } }
      const { paper, stampReadable } = await printed(pdf, 80, { printer, logo })
      expect(stampReadable).toBe(true)
      return paper.page
    }
    const inkEnd = Math.ceil(
      (plain.bits.findLastIndex((dots) => dots !== 0) + 1) / plain.bytesPerRow,
    )
    const rowsOf = ({ bits, bytesPerRow }: typeof plain, from: number, count: number) =>
      Buffer.from(bits.subarray(from * bytesPerRow, (from + count) * bytesPerRow))
    const canvas = createCanvas(200, 100)
    canvas.getContext('2d').fillRect(0, 0, 200, 100)
    const [headed, footed, crowned] = [
      await heightOf({ headerLines: ['Almacén Ñuñoa', 'Fono 2 2345 6789'] }),
      await heightOf({ footerLines: ['¡Gracias!'] }),
      await heightOf({}, canvas.toBuffer('image/png')),
    ]
    for (const page of [headed, footed, crowned]) {
      const extraRows = page.heightDots - plain.heightDots
      const above = page === footed ? 0 : extraRows
      expect(extraRows).toBeGreaterThan(20)
      expect(Buffer.compare(rowsOf(page, above, inkEnd), rowsOf(plain, 0, inkEnd))).toBe(0)
      const added =
        above === 0 ? rowsOf(page, inkEnd, page.heightDots - inkEnd) : rowsOf(page, 0, above)
      expect(added.some((dots) => dots !== 0)).toBe(true)
    }
    // The logo dot for dot: a black field of 200 by 100.
    const black = rowsOf(crowned, 0, crowned.heightDots - plain.heightDots).reduce(
      (sum, byte) => sum + byte.toString(2).replaceAll('0', '').length,
      0,
    )
    expect(black).toBeGreaterThan(19_000)
  })

  it('opens the drawer once, before the paper, only where there is one', async () => {
    const pdf = await samplePdf({ widthMm: 80, lines: 1, stamp: null })
    const marks = async (more: Partial<PrintOrder>) =>
      (await printed(pdf, 80, more)).paper.marks.filter(({ kind }) => kind === 'drawer')
    expect(await marks({ opensDrawer: true })).toEqual([{ kind: 'drawer', atRow: 0 }])
    expect(await marks({ opensDrawer: false })).toEqual([])
    expect(
      await marks({ opensDrawer: true, printer: { ...virtual(80), hasDrawer: false } }),
    ).toEqual([])
  })

  it('cuts once at the end, or feeds to the tear bar', async () => {
    const pdf = await samplePdf({ widthMm: 58, lines: 1, stamp: null })
    const cut = await printed(pdf, 58)
    const torn = await printed(pdf, 58, { printer: { ...virtual(58), hasCutter: false } })
    expect(cut.paper.marks).toEqual([{ kind: 'cut', atRow: cut.paper.page.heightDots }])
    expect(torn.paper.marks).toEqual([])
    expect(torn.paper.page.heightDots).toBeGreaterThan(0)
  })

  it('kicks the drawer without paper', async () => {
    const outcome = await printing.kickDrawer(virtual(80))
    expect(outcome.kind === 'sent' && Buffer.from(outcome.escpos).toString('hex')).toBe(
      '1b700019fa',
    )
  })

  it('keeps the bytes and the picture of every paper', async () => {
    const outcome = await printed(await samplePdf({ widthMm: 58, lines: 1, stamp: null }), 58, {
      jobId: 'KEPT' as PrintJobId,
    })
    expect(
      Buffer.compare(await readFile(path.join(dir, 'KEPT.escpos')), Buffer.from(outcome.escpos)),
    ).toBe(0)
    expect(
      Buffer.compare(await readFile(path.join(dir, 'KEPT.png')), Buffer.from(outcome.paperPng)),
    ).toBe(0)
    expect((await readdir(dir)).filter((name) => name.endsWith('.tmp'))).toEqual([])
  })

  it('prints on several printers at once, each in its order', async () => {
    const pdf = await samplePdf({ widthMm: 58, lines: 1, stamp: null })
    const outcomes = await Promise.all([
      print(pdf, 58),
      print(pdf, 80),
      print(pdf, 58),
      print(pdf, 80),
    ])
    expect(outcomes.map(({ kind }) => kind)).toEqual(['sent', 'sent', 'sent', 'sent'])
  })

  it('lists the configured printers as present', async () => {
    const states = await printing.discover()
    expect(
      states
        .filter(({ config }) => config.transport.kind === 'virtual')
        .map(({ config, present, trouble }) => [config.id, present, trouble]),
    ).toEqual([
      ['virtual-80', true, null],
      ['virtual-58', true, null],
    ])
  })
})

describe('foreign PDFs', () => {
  it('prints all pages of a long one, one below the other', async () => {
    const one = await printed(await samplePdf({ widthMm: 80, lines: 2, stamp: null }), 80)
    const twenty = await printed(
      await samplePdf({ widthMm: 80, lines: 2, stamp: null, pages: 20 }),
      80,
    )
    const ending = 96
    expect(twenty.paper.page.heightDots - ending).toBe((one.paper.page.heightDots - ending) * 20)
  })

  it.each([58, 80] as const)(
    'prints one longer than 600 mm on %i mm whole, its stamp at the end readable',
    async (widthMm) => {
      const long = await printed(
        await samplePdf({ widthMm, lines: 70, stamp: sampleTed(12) }),
        widthMm,
      )
      expect(long.paper.page.heightDots / 8).toBeGreaterThan(600)
      expect(long.stampReadable).toBe(true)
      const ink = (fromMm: number, toMm: number) =>
        long.paper.page.bits
          .subarray(
            fromMm * 8 * long.paper.page.bytesPerRow,
            toMm * 8 * long.paper.page.bytesPerRow,
          )
          .some((byte) => byte !== 0)
      for (let mm = 20; mm < 560; mm += 10) expect(ink(mm, mm + 10), `rows at ${mm} mm`).toBe(true)
    },
  )

  it('draws an office page smaller so that nothing is lost at the side', async () => {
    const outcome = await printed(
      await samplePdf({ widthMm: 80, lines: 3, stamp: null, pageWidthMm: 210, fullWidth: true }),
      80,
    )
    const columns = (from: number, to: number) =>
      outcome.paper.page.bits.some((byte, at) => byte !== 0 && at % 72 >= from && at % 72 < to)
    expect([columns(0, 4), columns(68, 72)]).toEqual([true, true])
  })

  it('keeps the greys of a photograph as dots, and the bars of a stamp as bars', async () => {
    const options = { widthMm: 80, lines: 8, stamp: sampleTed(7) } as const
    const plain = await printed(await samplePdf(options), 80)
    const photo = await printed(await samplePdf({ ...options, photograph: true }), 80)
    expect(photo.stampReadable).toBe(true)
    // A threshold leaves one edge in a row of a smooth gradient; dots of greys leave many.
    const edges = (page: PaperImage['page'], row: number) => {
      let count = 0
      for (let x = 1; x < page.widthDots; x += 1)
        if (isBlackDot(page, x, row) !== isBlackDot(page, x - 1, row)) count += 1
      return count
    }
    const most = (page: PaperImage['page'], from: number, to: number) =>
      Math.max(...Array.from({ length: to - from }, (_, index) => edges(page, from + index)))
    expect(most(photo.paper.page, 200, 400)).toBeGreaterThan(most(plain.paper.page, 200, 400) + 60)
    const ending = 96
    const stampRows = ({ bits, bytesPerRow, heightDots }: PaperImage['page']) =>
      bits.subarray((heightDots - ending - 160) * bytesPerRow, (heightDots - ending) * bytesPerRow)
    expect(
      Buffer.compare(
        Buffer.from(stampRows(photo.paper.page)),
        Buffer.from(stampRows(plain.paper.page)),
      ),
    ).toBe(0)
  })

  it('never runs what is written in it', async () => {
    const outcome = await printed(
      await samplePdf({ widthMm: 80, lines: 1, stamp: null, javaScript: true }),
      80,
    )
    expect(outcome.paper.page.heightDots).toBeGreaterThan(100)
  })

  it.each([
    [
      'an encrypted one',
      () => samplePdf({ widthMm: 80, lines: 1, stamp: null, userPassword: 'secret' }),
      'PDF_ENCRYPTED',
    ],
    ['an empty one', () => Promise.resolve(new Uint8Array(0)), 'PDF_BROKEN'],
    [
      'a web page',
      () => Promise.resolve(Buffer.from('<html>502 Bad Gateway</html>')),
      'PDF_BROKEN',
    ],
    [
      'one with nothing on it',
      () => samplePdf({ widthMm: 80, lines: 0, stamp: null, isBlank: true }),
      'PDF_BROKEN',
    ],
    [
      'one with too many pages',
      () => samplePdf({ widthMm: 80, lines: 1, stamp: null, pages: 41 }),
      'PDF_TOO_LONG',
    ],
    [
      'one longer than six metres',
      () => samplePdf({ widthMm: 80, lines: 200, stamp: null, pages: 4 }),
      'PDF_TOO_LONG',
    ],
  ] as const)('refuses %s', async (_, make, code) => {
    const outcome = await print(await make(), 80)
    expect(outcome.kind === 'failed' ? outcome.code : outcome.kind).toBe(code)
  })

  it('sends nothing of a tax document whose stamp cannot be read, or that has none, and says which', async () => {
    const [spoiled, without, good] = await Promise.all([
      samplePdf({ widthMm: 80, lines: 2, stamp: sampleTed(7), spoilsStamp: true }),
      samplePdf({ widthMm: 80, lines: 2, stamp: null }),
      samplePdf({ widthMm: 80, lines: 2, stamp: sampleTed(7) }),
    ])
    expect(await print(spoiled, 80, { needsStamp: true })).toMatchObject({
      kind: 'failed',
      code: 'STAMP_UNREADABLE',
      detail: 'the stamp does not decode',
    })
    expect(await print(without, 80, { needsStamp: true })).toMatchObject({
      kind: 'failed',
      code: 'STAMP_UNREADABLE',
      detail: 'no stamp on the page',
    })
    expect((await print(good, 80, { needsStamp: true })).kind).toBe('sent')
    expect((await print(spoiled, 80)).kind).toBe('sent')
  })

  it('is given up when drawing it costs too much, and the next one is drawn', async () => {
    const bomb = await samplePdf({ widthMm: 80, lines: 1, stamp: null, fills: 400_000 })
    expect(bomb.length).toBeLessThan(100_000)
    const [heavy, next] = await Promise.all([
      print(bomb, 80),
      print(await samplePdf({ widthMm: 80, lines: 1, stamp: null }), 58),
    ])
    expect([heavy.kind === 'failed' && heavy.code, next.kind]).toEqual(['PDF_TOO_HEAVY', 'sent'])
  })

  it('prints a damaged one whole or refuses it, never a part of it', async () => {
    const whole = await samplePdf({ widthMm: 80, lines: 4, stamp: sampleTed(5) })
    // Something behind the end sends it to the careful engine, which is the one that mends files.
    const good = await printed(Buffer.concat([whole, Buffer.from('\n%')]), 80)
    const kinds = new Set<string>()
    for (let cut = 0; cut < 40; cut += 1) {
      const outcome = await print(whole.slice(0, Math.floor((whole.length * cut) / 40)), 80)
      kinds.add(outcome.kind)
      if (outcome.kind === 'sent')
        expect(Buffer.compare(Buffer.from(outcome.escpos), Buffer.from(good.escpos))).toBe(0)
      else expect(outcome.kind === 'failed' && outcome.code).toBe('PDF_BROKEN')
    }
    expect(kinds).toContain('failed')
  })
})
