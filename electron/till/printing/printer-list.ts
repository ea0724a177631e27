/**
 * The till's printers: those that are always there, those found plugged in, and those somebody told
 * it about; each with what the shop wants of it. Found ones stay known while away.
 */
import type { Log } from '#shared/core/ports.ts'
import { isSamePort } from '#shared/devices/config.ts'
import { refusal, type Refusal } from '#shared/languages/refusals.ts'
import { ok, refuse, type Result } from '#shared/core/result.ts'
import { withOptions, type PrinterConfig } from '#shared/printing/printers.ts'
import type { AddPrinterInput, PrinterModel, SavePrinterInput } from '#shared/printing/printers.ts'
import type { ChangedField } from '#shared/settings/changed-fields.ts'
import type { HeardAnswers } from '#shared/escpos/status.ts'
import type { PrinterView } from '#shared/printing/views.ts'
import type { TillDatabase } from '../kernel/database.ts'
import type { Journal } from '../kernel/journal.ts'
import type { PrinterPort } from '../kernel/ports.ts'
import { checkPrinter, checkSetup, setupChanges } from './check-printer.ts'
import { createPrinterSetups, NO_SETUP, type PrinterSetups } from './printer-setups.ts'

interface PrinterListPorts {
  readonly db: TillDatabase
  readonly journal: Journal
  readonly printing: Pick<PrinterPort, 'discover' | 'models'>
  /** Printers that are always there: the virtual ones, where this folder has them. */
  readonly printers: readonly PrinterConfig[]
  /** Stands for the chosen one while nobody knows it. */
  readonly missing: PrinterConfig
  readonly log: Log
}

export interface PrinterList {
  known(): readonly PrinterConfig[]
  /** `missing` where the id is unknown. */
  byId(id: string): PrinterConfig
  learn(printer: PrinterConfig | null): void
  /** `network` also asks every address of the shop's network. */
  refresh(where?: { readonly network: boolean }): Promise<readonly PrinterView[]>
  logoOf(id: string): Uint8Array | null
  /** What a change would change, for the log. */
  changesIn(input: SavePrinterInput): readonly ChangedField[]
  /** The `note` of a change is written in its transaction. */
  save(input: SavePrinterInput, note: NotePrinter): Result<PrinterConfig, Refusal>
  /** What a printer answered at its test page. */
  keepHeard(id: string, heard: HeardAnswers): void
  add(input: AddPrinterInput, note: NotePrinter): Result<PrinterConfig, Refusal>
  remove(id: string, note: () => void): Result<null, Refusal>
}

type NotePrinter = (printer: PrinterConfig) => void

export function createPrinterList({
  db,
  journal,
  printing,
  printers,
  missing,
  log,
}: PrinterListPorts): PrinterList {
  const setups = createPrinterSetups(db, journal)
  const bases = new Map([...printers, ...setups.added].map((printer) => [printer.id, printer]))
  const modelOf = (id: string | null): PrinterModel | null =>
    printing.models().find((model) => model.id === id) ?? null
  const made = (base: PrinterConfig): PrinterConfig => {
    const options = setups.of(base.id)?.options
    return options === undefined ? base : withOptions(base, options, modelOf(options.modelId))
  }
  const view = (
    config: PrinterConfig,
  ): Pick<PrinterView, 'config' | 'options' | 'hasLogo' | 'isAdded'> => {
    const { options, logo, isAdded } = setups.of(config.id) ?? NO_SETUP
    return { config: made(config), options, hasLogo: logo !== null, isAdded }
  }
  return {
    known: () => [...bases.values()].map(made),
    byId: (id) => made(bases.get(id) ?? missing),
    learn(printer) {
      if (printer !== null && !bases.has(printer.id)) bases.set(printer.id, printer)
    },
    async refresh(where) {
      // A network printer, once found, is looked at by its address like one that was added by hand.
      const remembered = [...bases.values()].filter(
        ({ id, transport }) => transport.kind === 'tcp' || setups.of(id)?.isAdded === true,
      )
      const found = await printing.discover(remembered, where).catch((error: unknown) => {
        log('printer discovery failed', { error: String(error) })
        return []
      })
      // The printing room always offers its virtual ones; whether this till has them is decided by
      // its folder.
      const own = found.filter(
        ({ config }) => config.transport.kind !== 'virtual' || bases.has(config.id),
      )
      // The devices answer of when they were asked: what a person has taken away since stays away,
      // and what was added since is there, looked at with the next question.
      const asked = new Set(remembered.map(({ id }) => id))
      const isGone = (id: string) => asked.has(id) && !bases.has(id)
      const there = own.filter(({ config }) => !isGone(config.id))
      for (const { config } of there) bases.set(config.id, config)
      const listed = new Set(found.map(({ config }) => config.id))
      const since = [...bases.values()]
        .filter(({ id }) => setups.of(id)?.isAdded === true && !listed.has(id))
        .map((config) => ({ config, present: !asked.has(config.id), trouble: null }))
      return [...there, ...since].map((state) => ({ ...state, ...view(state.config) }))
    },
    logoOf: (id) => setups.of(id)?.logo ?? null,
    changesIn: (input) => setupChanges(setups.of(input.printerId), input),
    ...createPrinterChanges({ bases, setups, modelOf, made }),
  }
}

interface Listed {
  readonly bases: Map<string, PrinterConfig>
  readonly setups: PrinterSetups
  readonly modelOf: (id: string | null) => PrinterModel | null
  readonly made: (base: PrinterConfig) => PrinterConfig
}

/** Checked, on disk, then in the list. */
function createPrinterChanges({
  bases,
  setups,
  modelOf,
  made,
}: Listed): Pick<PrinterList, 'save' | 'keepHeard' | 'add' | 'remove'> {
  return {
    save(input, note) {
      const base = bases.get(input.printerId)
      if (!base) return refuse(refusal('PRINTER_UNKNOWN', 'printerId'))
      const before = setups.of(base.id)
      const checked = checkSetup(input, before, modelOf)
      if (!checked.ok) return checked
      const { options, logo } = checked.value
      // A screen that was opened before the test page does not know what was heard since.
      const heard = before?.options.heard ?? null
      const isAdded = before?.isAdded === true
      const setup = { options: { ...options, heard }, logo, isAdded }
      const after = withOptions(base, setup.options, modelOf(options.modelId))
      setups.keep(base, setup, () => note(after))
      return ok(made(base))
    },
    keepHeard(id, heard) {
      const base = bases.get(id)
      if (!base) return
      const before = setups.of(id) ?? NO_SETUP
      setups.keep(base, { ...before, options: { ...before.options, heard } })
    },
    add(input, note) {
      const checked = checkPrinter(input, modelOf)
      if (!checked.ok) return checked
      const base = checked.value
      const taken = bases.get(base.id)
      if (taken) return refuse(refusal('PRINTER_EXISTS', 'address', { name: taken.name }))
      setups.keep(base, { ...NO_SETUP, isAdded: true }, () => note(base))
      bases.set(base.id, base)
      return ok(made(base))
    },
    remove(id, note) {
      if (setups.of(id)?.isAdded !== true) return refuse(refusal('PRINTER_UNKNOWN', 'printerId'))
      if (setups.hasPapers(id)) return refuse(refusal('PRINTER_HAS_PAPERS', 'printerId'))
      setups.remove(id, note)
      bases.delete(id)
      return ok(null)
    },
  }
}

/** The printer that is spoken to over this port. */
export function printerAt(path: string, printers: PrinterList): PrinterConfig | null {
  const isThere = ({ transport }: PrinterConfig) =>
    (transport.kind === 'serial' || transport.kind === 'file') && isSamePort(transport.path, path)
  return printers.known().find(isThere) ?? null
}
