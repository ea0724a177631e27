/**
 * A Star printer that only knows what is said of Star's printers in public: bytes in, papers out.
 * The second opinion on
 * `shared/star`; it shares no line with it.
 */
import { UnknownBytes, type Picture } from './printer.ts'

export interface StarPaper extends Picture {
  readonly cut: 'full' | 'partial' | 'none'
}
export interface StarPulse {
  readonly drawer: 1 | 2
  readonly onMs: number
}
export interface StarRun {
  readonly papers: readonly StarPaper[]
  readonly pulses: readonly StarPulse[]
}

export function printOnStar(headDots: number, input: Uint8Array): StarRun {
  const papers: StarPaper[] = []
  const pulses: StarPulse[] = []
  let rows: Uint8Array[] = []
  let at = 0
  let raster = false
  let endMode = 0
  let pulseMs = 200
  const next = (): number => {
    const value = input[at]
    if (value === undefined) throw new UnknownBytes(at, 'the bytes end inside a command')
    at += 1
    return value
  }
  const take = (count: number): Uint8Array => {
    const part = input.subarray(at, at + count)
    if (part.length < count) throw new UnknownBytes(at, 'the bytes end inside a picture')
    at += count
    return part
  }
  const print = (bytes: Uint8Array): void => {
    if (bytes.length * 8 > headDots) throw new UnknownBytes(at, 'a row wider than the head')
    const row = new Uint8Array(headDots)
    bytes.forEach((byte, index) => {
      for (let bit = 0; bit < 8; bit += 1) row[index * 8 + bit] = (byte >> (7 - bit)) & 1
    })
    rows.push(row)
  }
  const eject = (cut: StarPaper['cut']): void => {
    if (rows.length === 0) return
    const dots = new Uint8Array(rows.length * headDots)
    rows.forEach((row, index) => dots.set(row, index * headDots))
    papers.push({ widthDots: headDots, heightDots: rows.length, dots, cut })
    rows = []
  }
  const digits = (): number => {
    let text = ''
    for (let byte = next(); byte !== 0; byte = next()) {
      if (byte < 0x30 || byte > 0x39) throw new UnknownBytes(at, 'a number of other than digits')
      text += String.fromCharCode(byte)
    }
    return Number(text)
  }
  const rasterCommand = (): void => {
    const letter = String.fromCharCode(next())
    if (letter === 'A') raster = true
    else if (letter === 'B') {
      if (raster) eject(endMode === 9 ? 'full' : endMode === 13 ? 'partial' : 'none')
      raster = false
    } else if (letter === 'P') digits()
    else if (letter === 'E') endMode = digits()
    else if (letter === 'Y') for (let left = digits(); left > 0; left -= 1) print(new Uint8Array(0))
    else throw new UnknownBytes(at, `ESC * r ${letter}`)
  }
  const escape = (): void => {
    const kind = next()
    if (kind === 0x40) return
    if (kind === 0x07) pulseMs = next() * 10 + 0 * next()
    else if (kind === 0x64) eject(next() % 2 === 0 ? 'full' : 'partial')
    else if (kind === 0x1d) {
      if (next() !== 0x53 || next() !== 1) throw new UnknownBytes(at, 'ESC GS')
      const width = next() + 256 * next()
      const height = next() + 256 * next()
      if (next() !== 0) throw new UnknownBytes(at, 'a picture in colour')
      for (let row = 0; row < height; row += 1) print(take(width))
    } else if (kind === 0x2a && next() === 0x72) rasterCommand()
    else throw new UnknownBytes(at, `ESC 0x${kind.toString(16)}`)
  }
  while (at < input.length) {
    const first = next()
    if (first === 0x1b) escape()
    else if (first === 0x62 && raster) print(take(next() + 256 * next()))
    else if (first === 0x0a && !raster)
      for (let left = 30; left > 0; left -= 1) print(new Uint8Array(0))
    else if (first === 0x07 || first === 0x1a)
      pulses.push({ drawer: first === 0x07 ? 1 : 2, onMs: pulseMs })
    else if (first !== 0) throw new UnknownBytes(at - 1, `byte 0x${first.toString(16)}`)
  }
  eject('none')
  return { papers, pulses }
}
