import { encodeCommand } from '#shared/escpos/command.ts'
import { HEARD_NOTHING, PROBE_QUESTIONS, readAnswers } from '#shared/escpos/status.ts'
import type { HeardAnswers } from '#shared/escpos/status.ts'
import type { UsbPrinter } from './usb-printer.ts'

/** Asks an open printer what it answers to. Null when it does not even take the questions. */
export async function probeUsbPrinter(
  printer: UsbPrinter,
  answerMs: number,
): Promise<HeardAnswers | null> {
  printer.listen()
  let heard = HEARD_NOTHING
  let heardBefore = 0
  for (const { name, kind, ask, undo } of PROBE_QUESTIONS) {
    if (!(await offer(printer, encodeCommand(ask), answerMs))) return null
    let length = heardBefore
    const answered = await printer.heard((answers) => {
      length = answers.length
      return readAnswers(answers.subarray(heardBefore)).some((answer) => answer.kind === kind)
    }, answerMs)
    heardBefore = length
    if (answered === 'lost') return null
    heard = { ...heard, [name]: answered === 'met' }
    if (undo !== null && !(await offer(printer, encodeCommand(undo), answerMs))) return null
  }
  return heard
}

async function offer(printer: UsbPrinter, bytes: Uint8Array, limitMs: number): Promise<boolean> {
  const chunk = printer.write(bytes)
  const limit = setTimeout(() => chunk.cancel(), limitMs)
  const { error, cancelled } = await chunk.done.finally(() => clearTimeout(limit))
  return error === null && !cancelled
}
