/** Asks a printer once what it answers to, so that its silence means what it means. */
import { HEARD_NOTHING, PROBE_QUESTIONS } from '#shared/escpos/status.ts'
import type { HeardAnswers } from '#shared/escpos/status.ts'
import { encodeCommand } from '#shared/escpos/command.ts'
import type { PrinterLink } from './printer-link.ts'

/** Null when the printer cannot be reached at all: then nothing was learnt. */
export async function probeLink(
  open: () => Promise<PrinterLink | Error>,
  answerMs: number,
): Promise<HeardAnswers | null> {
  const link = await open()
  if (link instanceof Error) return null
  try {
    let heard = HEARD_NOTHING
    for (const { name, kind, ask, undo } of PROBE_QUESTIONS) {
      link.answers.forget()
      link.write(encodeCommand(ask))
      const answered = await link.answers.until(() => link.answers.has(kind), answerMs)
      if (undo !== null) link.write(encodeCommand(undo))
      if (link.isClosed && !answered) return null
      heard = { ...heard, [name]: answered }
    }
    return heard
  } finally {
    link.destroy()
  }
}
