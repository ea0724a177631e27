/**
 * What is tried on the USB printers of the lab. Each case starts with both printers plugged in and
 * reading.
 */
import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { closeSync, openSync, readlinkSync } from 'node:fs'
import type { Transport } from '#printing/transport.ts'
import { recoveryBytes } from '#printing/recovery.ts'
import { encodeCommands } from '#shared/escpos/command.ts'
import { PLAIN_HANDLING, planPaper } from '#shared/escpos/plan.ts'
import { until } from './gadget-printer.ts'
import {
  type Bench,
  TIMES,
  KB,
  printer,
  paper,
  send,
  arrives,
  settle,
  drained,
} from './lab-bench.ts'

export const CASES: Readonly<Record<string, (bench: Bench) => Promise<void>>> = {
  'both printers are found with their names, serial numbers and sockets': async ({ transport }) => {
    const found = await transport.discover({ network: false })
    assert.deepEqual(found.map(({ id, name }) => [id, name]).sort(), [
      ['usb-04b8-0e15-S123', 'EPSON TM-T20II'],
      ['usb-04b8-0e15-S456', 'EPSON TM-T20II'],
    ])
  },

  'the first paper after a start is preceded by what completes a lost one': async ({
    transport,
    a,
    b,
  }) => {
    const bytes = paper(2, 1)
    for (const [gadget, socket] of [
      [a, 0],
      [b, 1],
    ] as const) {
      gadget.read()
      assert.deepEqual(await send(transport, printer(socket), bytes).done, { kind: 'accepted' })
      await arrives(gadget, Buffer.concat([recoveryBytes(), bytes]))
    }
  },

  'a paper arrives byte for byte': async (bench) => {
    await settle(bench)
    const bytes = paper(110, 2)
    const { done, troubles } = send(bench.transport, printer(0), bytes)
    assert.deepEqual(await done, { kind: 'accepted' })
    await arrives(bench.a, bytes)
    assert.deepEqual(troubles, [])
    assert.equal(bench.b.receivedLength, 0, 'the other printer got nothing')
  },

  'after a paper the kernel has its driver back': async (bench) => {
    await settle(bench)
    assert.match(readlinkSync('/sys/bus/usb/devices/1-1/1-1:1.0/driver'), /usblp$/)
  },

  'a slow printer gets everything, unhurried': async (bench) => {
    await settle(bench)
    const bytes = paper(24, 3)
    bench.a.read(Infinity, { bytesPerStep: 512, stepMs: 10 })
    assert.deepEqual(await send(bench.transport, printer(0), bytes).done, { kind: 'accepted' })
    await arrives(bench.a, bytes)
  },

  'a printer that takes nothing gives the paper back unharmed': async (bench) => {
    await settle(bench)
    await bench.a.replug()
    bench.a.stopReading()
    const { done, troubles } = send(bench.transport, printer(0), paper(20, 4))
    assert.deepEqual(
      { ...(await done), detail: '' },
      { kind: 'held', reason: 'PRINTER_NOT_TAKING_DATA', detail: '' },
    )
    assert.ok(troubles.length > 0)
    assert.equal(bench.a.receivedLength, 0)
  },

  'a paper half sent when the printer stops goes on when it does': async (bench) => {
    await settle(bench)
    const bytes = paper(80, 5)
    bench.a.read(20 * KB)
    const { done, troubles } = send(bench.transport, printer(0), bytes)
    await until(() => troubles.length > 0, 'the stall is noticed')
    bench.a.read()
    assert.deepEqual(await done, { kind: 'accepted' })
    await arrives(bench.a, bytes)
    assert.deepEqual(troubles, ['PRINTER_NOT_TAKING_DATA', null])
  },

  'out of paper in the middle: said, waited for, finished, once': async (bench) => {
    await settle(bench)
    const bytes = paper(80, 6)
    bench.a.read(20 * KB)
    const { done, troubles } = send(bench.transport, printer(0), bytes)
    await until(() => bench.a.receivedLength >= 20 * KB, 'a part is printed')
    bench.a.setPortStatus(0x30)
    await until(() => troubles.includes('PAPER_OUT'), 'the missing paper is noticed')
    bench.a.setPortStatus(0x18)
    bench.a.read()
    assert.deepEqual(await done, { kind: 'accepted' })
    await arrives(bench.a, bytes)
    assert.equal(troubles.at(-1), null)
  },

  'out of paper before the start holds the paper back': async (bench) => {
    await settle(bench)
    bench.a.setPortStatus(0x30)
    assert.deepEqual(
      { ...(await send(bench.transport, printer(0), paper(4, 7)).done), detail: '' },
      { kind: 'held', reason: 'PAPER_OUT', detail: '' },
    )
    await drained(bench.a)
    assert.equal(bench.a.receivedLength, 0)
    bench.a.setPortStatus(0x18)
  },

  'half a paper nobody comes back to is reported as unknown, and the next one is not swallowed by it':
    async (bench) => {
      const transport = bench.openTransport({ times: { ...TIMES, halfSentWaitMsMax: 3_000 } })
      await settle({ ...bench, transport })
      bench.a.read(20 * KB)
      const outcome = await send(transport, printer(0), paper(80, 8)).done
      assert.equal(outcome.kind, 'unknown')
      assert.ok(outcome.kind === 'unknown' && outcome.bytesAccepted >= 20 * KB)
      bench.a.read()
      await drained(bench.a)
      bench.a.forget()
      const next = paper(4, 9)
      assert.deepEqual(await send(transport, printer(0), next).done, { kind: 'accepted' })
      await arrives(bench.a, Buffer.concat([recoveryBytes(), next]))
      await transport.close()
    },

  'the cable pulled at every 16th kilobyte: unknown with a true count, and the printer is found again':
    async (bench) => {
      await settle(bench)
      const bytes = paper(112, 10)
      for (let pulledAt = 0; pulledAt < 112 * KB; pulledAt += 16 * KB) {
        bench.a.forget()
        bench.a.read(pulledAt)
        const { done } = send(bench.transport, printer(0), bytes)
        await until(() => bench.a.receivedLength >= pulledAt, `${pulledAt} bytes are read`)
        bench.a.unplug()
        const outcome = await done
        // Nothing taken: it may be sent again by itself. Something taken: a person has to look.
        if (outcome.kind === 'held') assert.equal(pulledAt, 0)
        else
          assert.ok(
            outcome.kind === 'unknown' && outcome.bytesAccepted >= pulledAt,
            JSON.stringify({ outcome, pulledAt }),
          )
        await bench.a.plug()
        bench.a.forget()
        bench.a.read()
        const next = paper(2, 11)
        assert.deepEqual(await send(bench.transport, printer(0), next).done, { kind: 'accepted' })
        await until(() => bench.a.receivedLength >= next.length, 'the next paper arrives')
        await drained(bench.a)
        assert.ok(
          bench.a.received.subarray(-next.length).equals(Buffer.from(next)),
          'the next paper is whole',
        )
      }
    },

  'an unplugged printer is missing, and back when plugged': async (bench) => {
    await settle(bench)
    bench.a.unplug()
    assert.equal(await bench.transport.troubleOf(printer(0)), 'PRINTER_NOT_FOUND')
    const outcome = await send(bench.transport, printer(0), paper(2, 12)).done
    assert.equal(outcome.kind === 'held' && outcome.reason, 'PRINTER_NOT_FOUND')
    await drained(bench.b)
    assert.equal(bench.b.receivedLength, 0, 'its twin does not print for it')
    await bench.a.plug()
    assert.equal(await bench.transport.troubleOf(printer(0)), null)
  },

  'twins without a serial number of their own are told apart by their sockets': async (bench) => {
    await settle(bench)
    const [first, second] = [paper(6, 13), paper(6, 14)]
    assert.equal((await send(bench.transport, printer(1, null), second).done).kind, 'accepted')
    assert.equal((await send(bench.transport, printer(0, null), first).done).kind, 'accepted')
    await arrives(bench.a, first)
    await arrives(bench.b, second)
    bench.a.unplug()
    const lost = await send(bench.transport, printer(0, null), first).done
    assert.equal(lost.kind === 'held' && lost.reason, 'PRINTER_NOT_FOUND')
    await bench.a.plug()
  },

  'two printers print at the same time, one stuck, one not': async (bench) => {
    await settle(bench)
    const [first, second] = [paper(60, 15), paper(40, 16)]
    bench.a.read(8 * KB)
    const stuck = send(bench.transport, printer(0), first)
    assert.equal((await send(bench.transport, printer(1), second).done).kind, 'accepted')
    await arrives(bench.b, second)
    bench.a.read()
    assert.equal((await stuck.done).kind, 'accepted')
    await arrives(bench.a, first)
  },

  'a printer another program is printing on is busy, and is left alone': async (bench) => {
    await settle(bench)
    const file = openSync('/dev/usb/lp0', 'w')
    try {
      const busy = (
        await Promise.all(
          ([0, 1] as const).map(
            (socket) => send(bench.transport, printer(socket), paper(2, 17)).done,
          ),
        )
      ).filter((outcome) => outcome.kind === 'held' && outcome.reason === 'PRINTER_BUSY')
      assert.equal(busy.length, 1)
    } finally {
      closeSync(file)
    }
  },

  'without permission it says so': async (bench) => {
    const transport = bench.openTransport({ uid: 65_534 })
    const outcome = await send(transport, printer(0), paper(2, 18)).done
    assert.equal(
      outcome.kind === 'held' && outcome.reason,
      'PRINTER_NO_PERMISSION',
      JSON.stringify(outcome),
    )
    await transport.close()
  },

  'a paper withdrawn before the printer took any of it is held, after that unknown': async (
    bench,
  ) => {
    await settle(bench)
    bench.a.read(8 * KB)
    const half = send(bench.transport, printer(0), paper(60, 19))
    await until(() => bench.a.receivedLength >= 8 * KB, 'a part is taken')
    half.abort.abort()
    assert.equal((await half.done).kind, 'unknown')
  },

  'the USB process killed in the middle: unknown, and the next paper prints whole': async (
    bench,
  ) => {
    const pids: number[] = []
    const transport = bench.openTransport({ pids })
    bench.a.read(24 * KB)
    const { done } = send(transport, printer(0), paper(100, 20))
    await until(() => bench.a.receivedLength >= 24 * KB, 'a part is taken')
    process.kill(pids[0] ?? 0, 'SIGKILL')
    const outcome = await done
    assert.equal(outcome.kind, 'unknown')
    bench.a.read()
    await drained(bench.a)
    bench.a.forget()
    const next = paper(4, 21)
    assert.deepEqual(await send(transport, printer(0), next).done, { kind: 'accepted' })
    await arrives(bench.a, Buffer.concat([recoveryBytes(), next]))
    assert.equal(pids.length, 2, 'it was started again')
    await transport.close()
  },

  'a frozen USB process is ended and replaced': async (bench) => {
    const pids: number[] = []
    const transport = bench.openTransport({ pids, pingTimeoutMs: 10_000 })
    bench.a.read()
    assert.equal((await send(transport, printer(0), paper(2, 22)).done).kind, 'accepted')
    process.kill(pids[0] ?? 0, 'SIGSTOP')
    const outcome = await send(transport, printer(0), paper(2, 23)).done
    assert.equal(outcome.kind, 'held', JSON.stringify(outcome))
    assert.equal((await send(transport, printer(0), paper(2, 24)).done).kind, 'accepted')
    assert.equal(pids.length, 2)
    await transport.close()
  },

  'a printer that says it is finished is believed, one that is silent is not': async (bench) => {
    await settle(bench)
    const confirmation = { kind: 'process-id', token: 'T001' } as const
    const page = {
      widthDots: 576,
      heightDots: 40,
      bytesPerRow: 72,
      bits: new Uint8Array(72 * 40).fill(0x42),
    }
    const bytes = encodeCommands(planPaper(page, PLAIN_HANDLING, false, { confirmation }))
    const options = {
      signal: new AbortController().signal,
      onTrouble: () => undefined,
      confirmation,
    }
    const ask = (transport: Transport) => transport.send(printer(0), bytes, options)
    bench.a.saysPrinted = true
    // Stray bytes before the answer, as printers send them.
    bench.a.answer(Uint8Array.of(0x00, 0xff, 0x12))
    assert.deepEqual(await ask(bench.transport), { kind: 'printed' })
    bench.a.saysPrinted = false
    const impatient = bench.openTransport({ times: { ...TIMES, confirmMs: 1_000 } })
    assert.deepEqual(await ask(impatient), { kind: 'accepted' })
    await arrives(bench.a, Buffer.concat([bytes, recoveryBytes(), bytes]))
    await impatient.close()
  },

  "a whole till sells through an empty roll: each receipt is on paper once, and called printed by the printer's own word":
    async (bench) => {
      const { sellThroughAnEmptyRoll } = await import('./till-story.ts')
      await sellThroughAnEmptyRoll(bench)
    },

  "the packed program's USB process, out of its package, finds both and prints byte for byte":
    async ({ openTransport, packaged, a, b }) => {
      const transport = openTransport({ packaged })
      const found = await transport.discover({ network: false })
      assert.deepEqual(found.map(({ id }) => id).sort(), [
        'usb-04b8-0e15-S123',
        'usb-04b8-0e15-S456',
      ])
      const bytes = paper(40, 7)
      for (const [gadget, socket] of [
        [a, 0],
        [b, 1],
      ] as const) {
        assert.deepEqual(await send(transport, printer(socket), bytes).done, { kind: 'accepted' })
        await arrives(gadget, Buffer.concat([recoveryBytes(), bytes]))
      }
      await transport.close()
    },

  'a till killed in the middle takes its USB process with it': async (bench) => {
    bench.a.read(16 * KB)
    const till = spawn(process.execPath, [new URL('./till-to-kill.js', import.meta.url).pathname], {
      stdio: ['ignore', 'pipe', 'inherit'],
    })
    let text = ''
    till.stdout.on('data', (chunk: Buffer) => (text += chunk.toString()))
    await until(
      () => /pid \d+/.test(text) && bench.a.receivedLength >= 16 * KB,
      'the doomed till prints',
    )
    till.kill('SIGKILL')
    const pid = Number(/pid (\d+)/.exec(text)?.[1])
    await until(() => !isAlive(pid), 'its USB process ends')
    bench.a.read()
    await drained(bench.a)
    bench.a.forget()
    const next = paper(4, 25)
    const transport = bench.openTransport()
    assert.deepEqual(await send(transport, printer(0), next).done, { kind: 'accepted' })
    await arrives(bench.a, Buffer.concat([recoveryBytes(), next]))
    await transport.close()
  },
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch {
    return false
  }
}
