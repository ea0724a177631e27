/**
 * What the shop wants of each printer, and the printers somebody told the till about: one table,
 * read whole at the start, since the printers are asked for with every paper.
 */
import {
  DEFAULT_OPTIONS,
  printerOptions,
  storedPrinter,
  type PrinterConfig,
  type PrinterOptions,
} from '#shared/printing/printers.ts'
import { isNameOfPrinterPort } from '#shared/printing/printer-ports.ts'
import type { TillDatabase } from '../kernel/database.ts'
import type { Journal } from '../kernel/journal.ts'

export interface PrinterSetup {
  readonly options: PrinterOptions
  readonly logo: Uint8Array | null
  /** Somebody told the till about it: it is known by no other means. */
  readonly isAdded: boolean
}

/** What a printer has that nobody wanted anything of. */
export const NO_SETUP: PrinterSetup = { options: DEFAULT_OPTIONS, logo: null, isAdded: false }

export interface PrinterSetups {
  /** Printers somebody told the till about, as they were at the start. */
  readonly added: readonly PrinterConfig[]
  /** Null where nobody wanted anything of it. */
  of(id: string): PrinterSetup | null
  /** `note` is written in the same transaction. */
  keep(printer: PrinterConfig, setup: PrinterSetup, note?: () => void): void
  remove(id: string, note: () => void): void
  /** Papers of it are still to be printed, or asked about. */
  hasPapers(id: string): boolean
}

interface SetupRow {
  readonly id: string
  readonly config: string | null
  readonly options: string
  readonly logo: Buffer | null
}

export function createPrinterSetups(db: TillDatabase, journal: Journal): PrinterSetups {
  const statements = prepare(db)
  const rows = statements.all.all()
  const setups = new Map(rows.map((row) => [row.id, setupOf(row)]))
  const write = (printer: string, work: () => void) => {
    db.transaction(() => {
      work()
      journal.append('settings', null, { printer })
    }).immediate()
    journal.publish()
  }
  return {
    added: rows.flatMap(addedPrinter),
    of: (id) => setups.get(id) ?? null,
    keep(printer, setup, note = () => {}) {
      const { options, logo, isAdded } = setup
      const config = isAdded ? JSON.stringify(printer) : null
      write(printer.id, () => {
        statements.upsert.run(printer.id, config, JSON.stringify(options), logo)
        note()
      })
      setups.set(printer.id, setup)
    },
    remove(id, note) {
      write(id, () => {
        statements.remove.run(id)
        note()
      })
      setups.delete(id)
    },
    hasPapers: (id) => statements.waiting.get(id) !== undefined,
  }
}

function setupOf({ options, logo, config }: SetupRow): PrinterSetup {
  return { options: printerOptions.parse(JSON.parse(options)), logo, isAdded: config !== null }
}

/** One that cannot be read is none: the till opens without it, and says that it is gone. */
function addedPrinter({ config }: SetupRow): readonly PrinterConfig[] {
  if (config === null) return []
  const kept = storedPrinter.safeParse(JSON.parse(config))
  return kept.success && isStillPrinter(kept.data) ? [kept.data] : []
}

/** One an earlier till took on may be on what is no printer's port. */
function isStillPrinter({ transport }: PrinterConfig): boolean {
  const isPort = transport.kind === 'file' || transport.kind === 'serial'
  return !isPort || isNameOfPrinterPort(transport.path)
}

function prepare(db: TillDatabase) {
  return {
    all: db.prepare<[], SetupRow>(
      'SELECT printer_id AS id, config_json AS config, options_json AS options, logo FROM printer_setup',
    ),
    upsert: db.prepare<
      [string, string | null, string, Uint8Array | null]
    >(`INSERT INTO printer_setup VALUES (?, ?, ?, ?)
      ON CONFLICT (printer_id) DO UPDATE SET options_json = excluded.options_json, logo = excluded.logo`),
    remove: db.prepare<[string]>('DELETE FROM printer_setup WHERE printer_id = ?'),
    waiting: db.prepare<[string], unknown>(`SELECT 1 FROM print_job
      WHERE printer_id = ? AND state IN ('waiting', 'queued', 'printing', 'held', 'asking') LIMIT 1`),
  }
}
