/** A data file, a disk or a link in a port's place, on the real file system. */
import { mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { createFileTransport, FILE_TIMES } from './file-transport.ts'
import { openPort, PORTS } from './printer-port.ts'
import { openSerialLink } from './serial/serial-link.ts'

const BOOKS = 'SQLite format 3 and a year of sales'
let dir: string
let books: string
beforeEach(() => {
  dir = mkdtempSync(path.join(tmpdir(), 'port-'))
  books = path.join(dir, 'till.db')
  writeFileSync(books, BOOKS)
})
afterEach(() => rmSync(dir, { recursive: true }))

const here = { isPort: (place: string) => place.startsWith(`${dir}/lp`), wantsDevice: true }

describe.skipIf(process.platform === 'win32')('a port of a printer', () => {
  it('is never a data file, under its own name, a port’s name or a link', async () => {
    symlinkSync(books, path.join(dir, 'lp0'))
    writeFileSync(path.join(dir, 'lp1'), BOOKS)
    symlinkSync('/dev/null', path.join(dir, 'lp2'))
    for (const name of ['till.db', 'lp0', 'lp1', 'lp2', 'lp3'])
      expect([name, await openPort(path.join(dir, name), here)]).toEqual([
        name,
        'PRINTER_NOT_FOUND',
      ])
    expect([books, path.join(dir, 'lp1')].map((file) => readFileSync(file, 'utf8'))).toEqual([
      BOOKS,
      BOOKS,
    ])
  })

  it('is a character device where its name leads to one', async () => {
    const opened = await openPort('/dev/null', { ...PORTS, isPort: (it) => it === '/dev/null' })
    expect(typeof opened).toBe('object')
    if (typeof opened === 'object') await opened.close()
  })

  it('sends nothing to a file that is open already, nor to memory or a disk', async () => {
    const transport = createFileTransport(FILE_TIMES, [])
    for (const place of ['/dev/fd/1', '/dev/stdout', '/dev/null', '/dev/mem', '/dev/sda', books]) {
      const printer = {
        id: 'file',
        name: 'file',
        widthMm: 80 as const,
        dots: 576,
        transport: { kind: 'file' as const, path: place },
        hasCutter: true,
        hasDrawer: true,
      }
      const options = { signal: new AbortController().signal, onTrouble: () => undefined }
      expect(await transport.send(printer, Uint8Array.of(27), options)).toMatchObject({
        kind: 'held',
        reason: 'PRINTER_NOT_FOUND',
      })
    }
    expect(readFileSync(books, 'utf8')).toBe(BOOKS)
  })

  it('on a serial line follows no link to another place', async () => {
    const link = path.join(dir, 'by-id')
    symlinkSync('/dev/null', link)
    const opened = await openSerialLink(link, { baudRate: 9_600, framing: '8N1', flow: 'none' })
    expect(opened).toBeInstanceOf(Error)
  })
})
