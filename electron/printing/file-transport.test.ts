import { execFileSync } from 'node:child_process'
import {
  closeSync,
  constants,
  mkdtempSync,
  openSync,
  readSync,
  rmSync,
  writeFileSync,
  readFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { PrinterTrouble } from '../till/kernel/ports.ts'
import { createFileTransport } from './file-transport.ts'
import { recoveryBytes } from './recovery.ts'
import type { PrinterConfig } from '#shared/printing/printers.ts'

const TIMES = { retryMs: 2, stallMs: 30, halfSentWaitMsMax: 300 }
let dir: string

beforeEach(() => {
  dir = mkdtempSync(path.join(tmpdir(), 'port-'))
})

afterEach(() => rmSync(dir, { recursive: true }))

function printerAt(file: string): PrinterConfig {
  return {
    id: 'file',
    name: 'file',
    widthMm: 80,
    dots: 576,
    transport: { kind: 'file', path: file },
    hasCutter: true,
    hasDrawer: true,
  }
}

function send(
  file: string,
  bytes: Uint8Array,
  onTrouble: (trouble: PrinterTrouble | null) => void = () => undefined,
) {
  return createFileTransport(TIMES, [], { isPort: () => true, wantsDevice: false }).send(
    printerAt(file),
    bytes,
    { signal: new AbortController().signal, onTrouble },
  )
}

describe('a printer behind a file', () => {
  it('gets the bytes, after what completes a lost paper', async () => {
    const file = path.join(dir, 'lp0')
    writeFileSync(file, '')
    expect(await send(file, Uint8Array.of(1, 2, 3))).toEqual({ kind: 'accepted' })
    expect(readFileSync(file)).toEqual(Buffer.concat([recoveryBytes(), Uint8Array.of(1, 2, 3)]))
  })

  it('is found where the system shows its port, under the id it gets when it is added by hand', async () => {
    for (const name of ['lp1', 'lp0', 'lpfoo', 'ttyUSB0']) writeFileSync(path.join(dir, name), '')
    const found = await createFileTransport(TIMES, [dir, path.join(dir, 'nothing')]).discover({
      network: false,
    })
    expect(found.map(({ transport }) => transport)).toEqual(
      ['lp0', 'lp1'].map((name) => ({ kind: 'file', path: path.join(dir, name) })),
    )
    expect(found[0]?.id).toBe(`file-${path.join(dir, 'lp0').replace(/[^0-9A-Za-z]+/g, '-')}`)
  })

  it('is missing where there is no file', async () => {
    const outcome = await send(path.join(dir, 'lp1'), Uint8Array.of(1))
    expect(outcome).toMatchObject({ kind: 'held', reason: 'PRINTER_NOT_FOUND' })
  })

  it.skipIf(process.platform === 'win32')(
    'that stops in the middle is waited for without blocking, then unknown',
    async () => {
      const file = path.join(dir, 'pipe')
      execFileSync('mkfifo', [file])
      const reader = openSync(file, constants.O_RDONLY | constants.O_NONBLOCK)
      const troubles: (PrinterTrouble | null)[] = []
      const bytes = new Uint8Array(200_000).fill(7)
      const outcome = await send(file, bytes, (trouble) => troubles.push(trouble))
      closeSync(reader)
      expect(outcome.kind).toBe('unknown')
      expect(troubles).toEqual(['PRINTER_NOT_TAKING_DATA'])
    },
  )

  it.skipIf(process.platform === 'win32')('that goes on gets the rest', async () => {
    const file = path.join(dir, 'pipe')
    execFileSync('mkfifo', [file])
    const reader = openSync(file, constants.O_RDONLY | constants.O_NONBLOCK)
    const got: number[] = []
    const drain = (): void => {
      const buffer = Buffer.alloc(1 << 20)
      try {
        for (let count = readSync(reader, buffer); count > 0; count = readSync(reader, buffer))
          got.push(...buffer.subarray(0, count))
      } catch {
        // Empty for now.
      }
    }
    const bytes = new Uint8Array(200_000).map((_, index) => index & 0xff)
    const timer = { current: setInterval(() => undefined, 1_000) }
    const outcome = await send(file, bytes, (trouble) => {
      if (trouble !== null) timer.current = setInterval(drain, 1)
    })
    clearInterval(timer.current)
    drain()
    closeSync(reader)
    expect(outcome).toEqual({ kind: 'accepted' })
    expect(Buffer.compare(Buffer.from(got.slice(recoveryBytes().length)), Buffer.from(bytes))).toBe(
      0,
    )
  })
})
