import { createRequire } from 'node:module'
import { encodeCommand } from '#shared/escpos/command.ts'
import type { EscposCommand } from '#shared/escpos/command.ts'
import type { OneBitPage } from '#shared/raster/one-bit-page.ts'

/** The part of the `escpos` package (3.0.0-alpha.6, no types) this till uses. */
interface EscposPrinter {
  hardware(what: 'init'): this
  raster(image: object): this
  raw(bytes: Buffer): this
  feed(lines: number): this
  flush(callback: () => void): this
}

interface EscposLibrary {
  new (adapter: { write(bytes: Buffer, callback: () => void): void }): EscposPrinter
  readonly Image: { readonly prototype: object }
}

export type EscposWriter = (commands: readonly EscposCommand[]) => Uint8Array

/**
 * Builds bytes with the escpos package. Its own image class is never filled: it makes one object
 * per dot (over 100 ms and 400 MB for a receipt), so packed rows are handed to `raster` behind the
 * same interface. Its `close` is never called either: it reports success when the link broke.
 */
export function loadEscposWriter(): EscposWriter {
  // Loading costs time, so it is done where and when this is called. The image reader it asks for
  // is an empty package here.
  const escpos = createRequire(import.meta.url)('escpos') as EscposLibrary
  return (commands) => {
    const parts: Buffer[] = []
    const printer = new escpos({
      write(bytes, callback) {
        // The library hands out its working memory and goes on writing into it.
        parts.push(Buffer.from(bytes))
        callback()
      },
    })
    for (const command of commands) write(escpos, printer, command)
    printer.flush(() => undefined)
    return new Uint8Array(Buffer.concat(parts))
  }
}

function write(escpos: EscposLibrary, printer: EscposPrinter, command: EscposCommand): void {
  switch (command.kind) {
    case 'initialize':
      printer.hardware('init')
      return
    case 'raster':
      printer.raster(packedImage(escpos, command.page)).flush(() => undefined)
      return
    case 'line-feed':
      printer.feed(1)
      return
    default:
      // The library writes its drawer and cut commands as UTF-8 text, which spoils every byte above
      // 7F.
      printer.raw(Buffer.from(encodeCommand(command)))
  }
}

function packedImage(escpos: EscposLibrary, page: OneBitPage): object {
  const raster = { data: Buffer.from(page.bits), width: page.bytesPerRow, height: page.heightDots }
  return Object.assign(Object.create(escpos.Image.prototype) as object, { toRaster: () => raster })
}
