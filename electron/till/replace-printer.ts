/**
 * A broken printer gives way to another in one step: the other is chosen, what waited for the old
 * one goes to it, and what may have come out half-way is asked about where papers are asked about.
 */
import type { PrinterReplaced } from '#shared/backup/views.ts'
import { refusal, type Refusal } from '#shared/languages/refusals.ts'
import { ok, refuse, type Result } from '#shared/core/result.ts'
import { saveSettings } from './save-settings.ts'
import type { Store } from './store.ts'
import type { Workers } from './workers.ts'
import type { Handlers } from './staff/staff-ports.ts'

interface Parts {
  readonly store: Store
  readonly workers: Workers
}

export function createReplacePrinter(parts: Parts): Handlers<'replacePrinter'> {
  const { store, workers } = parts
  const known = (id: string) => store.printers.known().find((printer) => printer.id === id)
  const unsure = store.db
    .prepare<[string], number>(
      "SELECT count(*) FROM print_job WHERE printer_id = ? AND state IN ('unknown', 'asking')",
    )
    .pluck()
  return {
    async replacePrinter(
      { fromPrinterId, toPrinterId },
      _,
      { actor, approverName },
    ): Promise<Result<PrinterReplaced, Refusal>> {
      const to = known(toPrinterId)
      if (to === undefined || fromPrinterId === toPrinterId)
        return refuse(refusal('PRINTER_UNKNOWN', 'toPrinterId'))
      const { printerId, fallbackPrinterId } = store.settings.read()
      const saved = await saveSettings(parts, {
        ...(printerId === fromPrinterId ? { printerId: toPrinterId } : {}),
        // The same box cannot stand in for itself, nor a broken one for another.
        ...([fromPrinterId, toPrinterId].includes(fallbackPrinterId ?? '')
          ? { fallbackPrinterId: null }
          : {}),
      })
      if (!saved.ok) return saved
      const moved = store.printing.move(fromPrinterId, to)
      store.staff.audit.write({
        action: 'printer-replaced',
        staff: actor,
        approverName,
        detail: { from: known(fromPrinterId)?.name ?? fromPrinterId, to: to.name, what: moved },
      })
      workers.wake()
      return ok({ moved, unsure: unsure.get(fromPrinterId) ?? 0 })
    },
  }
}
