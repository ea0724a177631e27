/** A print system that is installed and does not answer keeps nobody waiting for other printers. */
import { chmodSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { waitFor } from '../support/wait-for.ts'
import { createSpoolerTransport } from '#printing/spooler/spooler-transport.ts'

const QUEUE = {
  id: 'spooler-caja',
  name: 'caja',
  transport: { kind: 'spooler', queue: 'caja' },
  widthMm: 80,
  dots: 576,
  hasCutter: true,
  hasDrawer: true,
} as const

/** As with CUPS and no cupsd: it hangs, and leaves a child that keeps its output open. */
const HANGS = (folder: string) => `#!/bin/sh
trap '' TERM
echo $$ >> '${join(folder, 'asked')}'
sleep 15 &
wait
echo caja
`

describe.skipIf(process.platform === 'win32')('a print system that hangs', () => {
  let folder: string
  const asked = () =>
    existsSync(join(folder, 'asked'))
      ? readFileSync(join(folder, 'asked'), 'utf8').trim().split('\n').map(Number)
      : []

  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'meson-lpstat-'))
    writeFileSync(join(folder, 'lpstat'), HANGS(folder))
    chmodSync(join(folder, 'lpstat'), 0o755)
    vi.stubEnv('PATH', `${folder}${delimiter}${process.env['PATH'] ?? ''}`)
  })
  afterEach(() => {
    vi.unstubAllEnvs()
    vi.restoreAllMocks()
    rmSync(folder, { recursive: true, force: true })
  })

  it('has no queues, long before it has answered, and nothing of it is left running', async () => {
    const began = performance.now()
    const transport = createSpoolerTransport()
    expect(await transport.discover({ network: false })).toEqual([])
    expect(await transport.troubleOf(QUEUE)).toBe('PRINTER_NOT_FOUND')
    // It says it in 15 seconds; whoever looks at the list has waited for a part of them.
    expect(performance.now() - began).toBeLessThan(12_000)
    expect(asked().length).toBeGreaterThan(0)
    await waitFor(() => {
      for (const pid of asked()) expect(() => process.kill(pid, 0)).toThrow('ESRCH')
    })
  })

  it('that has answered before keeps its queues, until it says otherwise', async () => {
    const answers = (text: string) => writeFileSync(join(folder, 'lpstat'), `#!/bin/sh\n${text}\n`)
    const transport = createSpoolerTransport()
    answers('echo caja')
    expect(await transport.troubleOf(QUEUE)).toBeNull()
    writeFileSync(join(folder, 'lpstat'), HANGS(folder))
    expect(await transport.troubleOf(QUEUE)).toBeNull()
    expect(asked().length).toBeGreaterThan(0)
    // Left alone for a while after that, it has its queues all the same.
    expect(await transport.discover({ network: false })).toMatchObject([{ name: 'caja' }])
    answers('exit 1')
    vi.spyOn(performance, 'now').mockReturnValue(performance.now() + 60_000)
    expect(await transport.troubleOf(QUEUE)).toBe('PRINTER_NOT_FOUND')
  })

  it('is asked once for all who want its queues at a time', async () => {
    const transport = createSpoolerTransport()
    await Promise.all([
      transport.discover({ network: false }),
      transport.discover({ network: false }),
      transport.troubleOf(QUEUE),
    ])
    expect(asked()).toHaveLength(1)
  })
})
