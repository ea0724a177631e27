/**
 * A receipt printer that only knows its manuals: bytes in, papers out. It is the second opinion on
 * `shared/escpos`, so it was written from the command references alone (Epson's ESC/POS command
 * reference, checked against the manuals of clones) and shares no line with the code it judges.
 * What it does not know is an error with its place, as a real head would print garbage there.
 */

export interface Picture {
  readonly widthDots: number
  /** One byte a dot, row by row; 1 is black. */
  readonly dots: Uint8Array
  readonly heightDots: number
}

export interface PrintedPaper extends Picture {
  readonly isCut: boolean
  /** Rows above the pulse, for every pulse to the drawer while this paper was on the head. */
  readonly pulsesAtRow: readonly number[]
}

export interface PrinterRun {
  readonly papers: readonly PrintedPaper[]
  /** Characters sent as text; a till that draws its papers sends none. */
  readonly text: string
  /** Requests whose answer a printer owes, in order: `GS ( H`, `GS r`, `DLE EOT`, `GS a`. */
  readonly requests: readonly string[]
  /** Real-time codes that stand inside image data, where some firmwares obey them all the same. */
  readonly realTimeCodesInData: number
}

export class UnknownBytes extends Error {
  readonly offset: number
  constructor(offset: number, what: string) {
    super(`${what} at byte ${offset}`)
    this.offset = offset
  }
}

/**
 * Prints the bytes on a head of that many dots. Throws `UnknownBytes` where a printer would be
 * lost.
 */
export function printOn(headDots: number, bytes: Uint8Array): PrinterRun {
  const printer = new Printer(headDots, bytes)
  while (printer.hasMore()) command(printer)
  return printer.finish()
}

function command(printer: Printer): void {
  const start = printer.offset
  const first = printer.byte()
  if (first === 0x0a) return printer.feed(printer.spacingDots)
  if (first === 0x10) return realTime(printer)
  if (first === 0x1b) return escape(printer, start)
  if (first === 0x1d) return group(printer, start)
  if (first >= 0x20) return printer.character(first)
  throw new UnknownBytes(start, `control byte 0x${first.toString(16)}`)
}

/** DLE: answered at once, whatever else is going on. */
function realTime(printer: Printer): void {
  const start = printer.offset - 1
  const kind = printer.byte()
  if (kind === 0x04) return printer.request(`DLE EOT ${printer.byte()}`)
  if (kind === 0x05) return printer.request(`DLE ENQ ${printer.byte()}`)
  throw new UnknownBytes(start, `DLE 0x${kind.toString(16)}`)
}

/** Line spacing after ESC @ and ESC 2, in dots at 203 dpi. */
const LINE_SPACING_DOTS = 30

function escape(printer: Printer, start: number): void {
  const name = String.fromCharCode(printer.byte())
  switch (name) {
    case '@':
      return printer.reset()
    case '2':
      return void (printer.spacingDots = LINE_SPACING_DOTS)
    case '3':
      return void (printer.spacingDots = printer.byte())
    case 'J':
      return printer.feed(printer.byte())
    case 'd':
      return printer.feed(printer.byte() * printer.spacingDots)
    case 'p':
      return printer.pulse(start, printer.bytes(3))
    case 'B':
      return void printer.bytes(2)
    case '*':
      return printer.columns(start)
    case 'a':
    case 't':
    case 'R':
    case '!':
      return void printer.byte()
    default:
      throw new UnknownBytes(start, `ESC ${name}`)
  }
}

function group(printer: Printer, start: number): void {
  const name = String.fromCharCode(printer.byte())
  switch (name) {
    case 'v':
      return printer.raster(start)
    case 'V':
      return cut(printer, start)
    case 'r':
      return printer.request(`GS r ${printer.byte()}`)
    case 'a':
      return printer.request(`GS a ${printer.byte()}`)
    case '(':
      return functions(printer, start)
    case '8':
      return graphics(printer, start, printer.expect('L', start).word32())
    case 'L':
    case 'W':
    case 'P':
      return void printer.bytes(2)
    default:
      throw new UnknownBytes(start, `GS ${name}`)
  }
}

function cut(printer: Printer, start: number): void {
  const mode = printer.byte()
  if ([0, 1, 0x30, 0x31].includes(mode)) return printer.cut()
  if (mode !== 0x41 && mode !== 0x42) throw new UnknownBytes(start, `GS V ${mode}`)
  printer.feed(printer.byte())
  printer.cut()
}

function functions(printer: Printer, start: number): void {
  const letter = String.fromCharCode(printer.byte())
  const length = printer.word()
  if (letter === 'L') return graphics(printer, start, length)
  const parameters = printer.bytes(length)
  if (letter === 'H') {
    if (length !== 6 || parameters[0] !== 0x30 || parameters[1] !== 0x30) {
      throw new UnknownBytes(start, 'GS ( H with other parameters')
    }
    return printer.request(`GS ( H ${String.fromCharCode(...parameters.slice(2))}`)
  }
  if (letter !== 'K' && letter !== 'D') throw new UnknownBytes(start, `GS ( ${letter}`)
}

/** `GS ( L` and `GS 8 L`: a picture is stored by function 112 and printed by function 50. */
function graphics(printer: Printer, start: number, length: number): void {
  const data = printer.bytes(length)
  const fn = data[1]
  if (fn === 50 || fn === 2) return printer.printStored(start)
  if (fn !== 112) throw new UnknownBytes(start, `graphics function ${fn}`)
  const [, , tone, scaleX, scaleY, colour] = data
  if (tone !== 48 || scaleX !== 1 || scaleY !== 1 || colour !== 49) {
    throw new UnknownBytes(start, 'graphics in other than plain dots')
  }
  const width = (data[6] ?? 0) + 256 * (data[7] ?? 0)
  const height = (data[8] ?? 0) + 256 * (data[9] ?? 0)
  const rows = data.subarray(10)
  if (rows.length !== Math.ceil(width / 8) * height)
    throw new UnknownBytes(start, 'graphics cut short')
  printer.store(start, { width, height, rows })
}

/** More rows in one raster command break many firmwares (Epson TM-T81 manual: 1 to 2303). */
const RASTER_ROWS_MAX = 2_303

class Printer {
  offset = 0
  spacingDots = LINE_SPACING_DOTS
  private readonly papers: PrintedPaper[] = []
  private readonly requests: string[] = []
  private readonly headDots: number
  private readonly input: Uint8Array
  private rows: Uint8Array[] = []
  private pulses: number[] = []
  private text = ''
  private stored: { width: number; height: number; rows: Uint8Array } | null = null
  /** Columns of an `ESC *` line that waits for its line feed, each 24 dots. */
  private line: Uint8Array[] = []
  private realTimeCodes = 0

  constructor(headDots: number, input: Uint8Array) {
    this.headDots = headDots
    this.input = input
  }

  hasMore = (): boolean => this.offset < this.input.length

  byte(): number {
    const value = this.input[this.offset]
    if (value === undefined) throw new UnknownBytes(this.offset, 'the bytes end inside a command')
    this.offset += 1
    return value
  }

  bytes(count: number): Uint8Array {
    if (this.offset + count > this.input.length) {
      throw new UnknownBytes(this.offset, 'the bytes end inside a command')
    }
    this.offset += count
    return this.input.subarray(this.offset - count, this.offset)
  }

  word = (): number => this.byte() + 256 * this.byte()
  word32 = (): number => this.word() + 65_536 * this.word()

  expect(letter: string, start: number): this {
    if (String.fromCharCode(this.byte()) !== letter) throw new UnknownBytes(start, `not ${letter}`)
    return this
  }

  reset(): void {
    this.spacingDots = LINE_SPACING_DOTS
    this.line = []
    this.stored = null
  }

  character(code: number): void {
    this.text += String.fromCharCode(code)
  }

  request(name: string): void {
    this.requests.push(name)
  }

  pulse(start: number, [pin]: Uint8Array): void {
    if (pin !== 0 && pin !== 1 && pin !== 48 && pin !== 49)
      throw new UnknownBytes(start, `pulse to pin ${pin}`)
    this.pulses.push(this.rows.length)
  }

  /** Feeds, after putting what waits on the line on the paper. */
  feed(dots: number): void {
    const printed = this.line.length > 0 ? this.lineRows() : []
    this.line = []
    this.rows.push(...printed.slice(0, Math.max(dots, printed.length)))
    for (let row = printed.length; row < dots; row += 1)
      this.rows.push(new Uint8Array(this.headDots))
  }

  raster(start: number): void {
    if (this.line.length > 0)
      throw new UnknownBytes(start, 'GS v 0 while a line waits is ignored by printers')
    this.expect('0', start)
    const mode = this.byte()
    if (mode !== 0 && mode !== 48) throw new UnknownBytes(start, `raster mode ${mode}`)
    const bytesPerRow = this.word()
    const height = this.word()
    if (height < 1 || height > RASTER_ROWS_MAX)
      throw new UnknownBytes(start, `${height} raster rows`)
    this.append(start, bytesPerRow * 8, height, this.bytes(bytesPerRow * height))
  }

  store(start: number, picture: { width: number; height: number; rows: Uint8Array }): void {
    if (this.stored !== null)
      throw new UnknownBytes(start, 'a picture over one that was not printed')
    this.stored = picture
  }

  printStored(start: number): void {
    if (this.stored === null) throw new UnknownBytes(start, 'prints a picture that was not stored')
    this.append(start, this.stored.width, this.stored.height, this.stored.rows)
    this.stored = null
  }

  /** `ESC * m nL nH`: columns of 24 dots, printed by the next feed. */
  columns(start: number): void {
    const mode = this.byte()
    if (mode !== 33 && mode !== 32) throw new UnknownBytes(start, `ESC * ${mode}`)
    const count = this.word()
    const data = this.bytes(count * 3)
    this.countRealTimeCodes(data)
    for (let column = 0; column < count; column += 1) {
      for (let copy = mode === 33 ? 1 : 2; copy > 0; copy -= 1)
        this.line.push(data.subarray(column * 3, column * 3 + 3))
    }
    if (this.line.length > this.headDots) throw new UnknownBytes(start, 'columns beyond the head')
  }

  cut(): void {
    this.papers.push(this.paper(true))
    this.rows = []
    this.pulses = []
  }

  finish(): PrinterRun {
    const isLeft = this.rows.some((row) => row.includes(1)) || this.pulses.length > 0
    return {
      papers: isLeft ? [...this.papers, this.paper(false)] : this.papers,
      text: this.text,
      requests: this.requests,
      realTimeCodesInData: this.realTimeCodes,
    }
  }

  private paper(isCut: boolean): PrintedPaper {
    const dots = new Uint8Array(this.headDots * this.rows.length)
    this.rows.forEach((row, index) => dots.set(row, index * this.headDots))
    return {
      widthDots: this.headDots,
      heightDots: this.rows.length,
      dots,
      isCut,
      pulsesAtRow: this.pulses,
    }
  }

  private append(start: number, width: number, height: number, data: Uint8Array): void {
    // Some heads wrap what is too wide to the next line, so it may not even be white.
    if (width > Math.ceil(this.headDots / 8) * 8)
      throw new UnknownBytes(start, `${width} dots on a head of ${this.headDots}`)
    this.countRealTimeCodes(data)
    const bytesPerRow = Math.ceil(width / 8)
    for (let y = 0; y < height; y += 1) {
      const row = new Uint8Array(this.headDots)
      for (let x = 0; x < Math.min(width, this.headDots); x += 1) {
        row[x] = ((data[y * bytesPerRow + (x >> 3)] ?? 0) >> (7 - (x & 7))) & 1
      }
      this.rows.push(row)
    }
  }

  private lineRows(): Uint8Array[] {
    return Array.from({ length: 24 }, (_, y) => {
      const row = new Uint8Array(this.headDots)
      this.line.forEach((column, x) => {
        row[x] = ((column[y >> 3] ?? 0) >> (7 - (y & 7))) & 1
      })
      return row
    })
  }

  /**
   * DLE EOT 1-8, DLE ENQ 0-2 and DLE DC4 1-8: obeyed inside pictures too (TM-U295, TM-T85 manuals).
   */
  private countRealTimeCodes(data: Uint8Array): void {
    for (let at = 0; at + 2 < data.length; at += 1) {
      if (data[at] !== 0x10) continue
      const [kind, value] = [data[at + 1] ?? 0, data[at + 2] ?? 255]
      const isOne =
        (kind === 0x04 && value >= 1 && value <= 8) ||
        (kind === 0x05 && value <= 2) ||
        (kind === 0x14 && value >= 1 && value <= 8)
      if (isOne) this.realTimeCodes += 1
    }
  }
}

/** A picture as the decoder takes it. */
export function pageOf({ widthDots, dots }: Picture) {
  const bytesPerRow = Math.ceil(widthDots / 8)
  const heightDots = dots.length / widthDots
  const bits = new Uint8Array(bytesPerRow * heightDots)
  dots.forEach((dot, at) => {
    const [x, y] = [at % widthDots, Math.floor(at / widthDots)]
    if (dot === 1) bits[y * bytesPerRow + (x >> 3)]! |= 0x80 >> (x & 7)
  })
  return { widthDots, heightDots, bytesPerRow, bits }
}
