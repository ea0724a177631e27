/**
 * The till's printers: those that are always there, those found plugged in, and those somebody told
 * it about; each with what the shop wants of it. Found ones stay known while away.
 */
import type { Log } from '#shared/core/ports.ts'
import { refusal, type Refusal } from '#shared/core/refusals.ts'
import { ok, refuse, type Result } from '#shared/core/result.ts'
import {
  DEFAULT_OPTIONS,
  printerOptions,
  storedPrinter,
  withOptions,
  type PrinterConfig,
} from '#shared/bridge/printers.ts'
import type {
  AddPrinterInput,
  PrinterModel,
  PrinterOptions,
  SavePrinterInput,
} from '#shared/bridge/printers.ts'
import { isNameOfPrinterPort } from '#shared/bridge/printer-ports.ts'
import { changedFields, type ChangedField } from '#shared/settings/changed-fields.ts'
import type { HeardAnswers } from '#shared/escpos/status.ts'
import type { PrinterView } from '#shared/bridge/views.ts'
import { foldToLatin1 } from '#shared/text/latin1.ts'
import { requireLatin1 } from '#shared/text/require-latin1.ts'
import type { TillDatabase } from '../db/open-database.ts'
import type { Journal } from '../journal.ts'
import type { PrinterPort } from '../ports.ts'

export interface PrinterListPorts {
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
  save(input: SavePrinterInput): Result<PrinterConfig, Refusal>
  /** What a printer answered at its test page. */
  keepHeard(id: string, heard: HeardAnswers): void
  add(input: AddPrinterInput): Result<PrinterConfig, Refusal>
  remove(id: string): Result<null, Refusal>
}

interface SetupRow {
  readonly id: string
  readonly config: string | null
  readonly options: string
  readonly logo: Buffer | null
}
interface Setup {
  readonly options: PrinterOptions
  readonly logo: Uint8Array | null
  readonly isAdded: boolean
}

/** PNG and JPEG begin so. */
const PICTURE_STARTS = ['89504e470d0a1a0a', 'ffd8ff'] as const
const HOST = /^(?=.{1,253}$)[0-9A-Za-z]([0-9A-Za-z.-]*[0-9A-Za-z])?$|^[0-9A-Fa-f:]{2,45}$/
const QUEUE = /^[\p{L}\p{N}_][\p{L}\p{N}_ .()-]{0,126}$/u
export function createPrinterList({
  db,
  journal,
  printing,
  printers,
  missing,
  log,
}: PrinterListPorts): PrinterList {
  const statements = prepare(db)
  const bases = new Map<string, PrinterConfig>(printers.map((printer) => [printer.id, printer]))
  const setups = readSetups(statements.all.all(), bases)
  const modelOf = (id: string | null): PrinterModel | null =>
    printing.models().find((model) => model.id === id) ?? null
  const made = (base: PrinterConfig): PrinterConfig => {
    const options = setups.get(base.id)?.options
    return options === undefined ? base : withOptions(base, options, modelOf(options.modelId))
  }
  const write = writerOf(db, journal)
  const view = (
    config: PrinterConfig,
  ): Pick<PrinterView, 'config' | 'options' | 'hasLogo' | 'isAdded'> => {
    const { options = DEFAULT_OPTIONS, logo = null, isAdded = false } = setups.get(config.id) ?? {}
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
        ({ id, transport }) => transport.kind === 'tcp' || setups.get(id)?.isAdded === true,
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
      for (const { config } of own) bases.set(config.id, config)
      return own.map((state) => ({ ...state, ...view(state.config) }))
    },
    logoOf: (id) => setups.get(id)?.logo ?? null,
    changesIn: (input) => changesIn(setups.get(input.printerId), input),
    save(input) {
      const base = bases.get(input.printerId)
      if (!base) return refuse(refusal('PRINTER_UNKNOWN', 'printerId'))
      const before = setups.get(base.id)
      const checked = checkSetup(input, before, modelOf)
      if (!checked.ok) return checked
      const { logo } = checked.value
      // A screen that was opened before the test page does not know what was heard since.
      const options = { ...checked.value.options, heard: before?.options.heard ?? null }
      const isAdded = before?.isAdded === true
      write(base.id, () =>
        statements.upsert.run(
          base.id,
          isAdded ? JSON.stringify(base) : null,
          JSON.stringify(options),
          logo,
        ),
      )
      setups.set(base.id, { options, logo, isAdded })
      return ok(made(base))
    },
    keepHeard: (id, heard) => keepHeard({ bases, setups, statements, write }, id, heard),
    add(input) {
      const checked = checkAddress(input, modelOf)
      if (!checked.ok) return checked
      const base = checked.value
      if (bases.has(base.id))
        return refuse(
          refusal('PRINTER_EXISTS', 'address', { name: bases.get(base.id)?.name ?? '' }),
        )
      write(base.id, () =>
        statements.upsert.run(base.id, JSON.stringify(base), JSON.stringify(DEFAULT_OPTIONS), null),
      )
      bases.set(base.id, base)
      setups.set(base.id, { options: DEFAULT_OPTIONS, logo: null, isAdded: true })
      return ok(made(base))
    },
    remove(id) {
      if (setups.get(id)?.isAdded !== true) return refuse(refusal('PRINTER_UNKNOWN', 'printerId'))
      if ((statements.waiting.get(id)?.count ?? 0) > 0)
        return refuse(refusal('PRINTER_HAS_PAPERS', 'printerId'))
      write(id, () => statements.remove.run(id))
      bases.delete(id)
      setups.delete(id)
      return ok(null)
    },
  }
}

interface Kept {
  readonly bases: ReadonlyMap<string, PrinterConfig>
  readonly setups: Map<string, Setup>
  readonly statements: ReturnType<typeof prepare>
  readonly write: ReturnType<typeof writerOf>
}

function keepHeard(
  { bases, setups, statements, write }: Kept,
  id: string,
  heard: HeardAnswers,
): void {
  const base = bases.get(id)
  if (!base) return
  const { options = DEFAULT_OPTIONS, logo = null, isAdded = false } = setups.get(id) ?? {}
  const kept = { ...options, heard }
  write(id, () =>
    statements.upsert.run(id, isAdded ? JSON.stringify(base) : null, JSON.stringify(kept), logo),
  )
  setups.set(id, { options: kept, logo, isAdded })
}

function changesIn(
  before: Setup | undefined,
  { options, logo }: SavePrinterInput,
): readonly ChangedField[] {
  const present = before?.options ?? DEFAULT_OPTIONS
  // What a printer answered is nobody's wish.
  const { heard: _, ...wished } = options ?? present
  const folded = {
    ...wished,
    headerLines: wished.headerLines.map(foldToLatin1),
    footerLines: wished.footerLines.map(foldToLatin1),
  }
  const kept = before?.logo ?? null
  const isOtherLogo =
    logo !== undefined && logo !== (kept === null ? null : Buffer.from(kept).toString('base64'))
  const named = (isThere: boolean) => (isThere ? '(imagen)' : '—')
  const ofLogo = { what: 'logo', from: named(kept !== null), to: named(logo !== null) }
  return [...changedFields(present, folded), ...(isOtherLogo ? [ofLogo] : [])]
}

function writerOf(
  db: TillDatabase,
  journal: Journal,
): (printerId: string, work: () => void) => void {
  return (printerId, work) => {
    db.transaction(() => {
      work()
      journal.append('settings', null, { printer: printerId })
    }).immediate()
    journal.publish()
  }
}

function readSetups(
  rows: readonly SetupRow[],
  bases: Map<string, PrinterConfig>,
): Map<string, Setup> {
  const setups = new Map<string, Setup>()
  for (const row of rows) {
    setups.set(row.id, {
      options: printerOptions.parse(JSON.parse(row.options)),
      logo: row.logo,
      isAdded: row.config !== null,
    })
    if (row.config === null) continue
    // One that cannot be read is none: the till opens without it, and says that it is gone.
    const kept = storedPrinter.safeParse(JSON.parse(row.config))
    if (kept.success && isStillPrinter(kept.data)) bases.set(row.id, kept.data)
  }
  return setups
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
    waiting: db.prepare<[string], { count: number }>(`SELECT count(*) AS count FROM print_job
      WHERE printer_id = ? AND state IN ('waiting', 'queued', 'printing', 'held', 'asking')`),
  }
}

function checkSetup(
  input: SavePrinterInput,
  before: Setup | undefined,
  modelOf: (id: string | null) => PrinterModel | null,
): Result<Pick<Setup, 'options' | 'logo'>, Refusal> {
  const options = input.options ?? before?.options ?? DEFAULT_OPTIONS
  if (options.modelId !== null && modelOf(options.modelId) === null)
    return refuse(refusal('PRINTER_MODEL_UNKNOWN', 'modelId'))
  const lines = {
    headerLines: options.headerLines.map(foldToLatin1),
    footerLines: options.footerLines.map(foldToLatin1),
  }
  for (const field of ['headerLines', 'footerLines'] as const) {
    const printable = requireLatin1(lines[field].join(''), field)
    if (!printable.ok) return printable
  }
  if (input.logo === undefined)
    return ok({ options: { ...options, ...lines }, logo: before?.logo ?? null })
  const logo = input.logo === null ? null : Buffer.from(input.logo, 'base64')
  const isPicture =
    logo === null || PICTURE_STARTS.some((start) => logo.toString('hex', 0, 8).startsWith(start))
  if (!isPicture) return refuse(refusal('LOGO_NOT_VALID', 'logo'))
  return ok({ options: { ...options, ...lines }, logo })
}

function checkAddress(
  { name, address, modelId }: AddPrinterInput,
  modelOf: (id: string) => PrinterModel | null,
): Result<PrinterConfig, Refusal> {
  const model = modelOf(modelId)
  if (model === null) return refuse(refusal('PRINTER_MODEL_UNKNOWN', 'modelId'))
  const place = (
    address.kind === 'tcp'
      ? address.host
      : address.kind === 'spooler'
        ? address.queue
        : address.path
  ).trim()
  const isValid =
    address.kind === 'file' || address.kind === 'serial'
      ? isNameOfPrinterPort(place)
      : (address.kind === 'tcp' ? HOST : QUEUE).test(place) && !place.includes('..')
  if (!isValid) return refuse(refusal('PRINTER_ADDRESS_NOT_VALID', 'address'))
  const transport: PrinterConfig['transport'] =
    address.kind === 'tcp'
      ? { kind: 'tcp', host: place, port: address.port }
      : address.kind === 'spooler'
        ? { kind: 'spooler', queue: place }
        : { ...address, path: place }
  const end = address.kind === 'tcp' ? `${place}-${address.port}` : place
  return ok({
    id: `${address.kind}-${end.replace(/[^0-9A-Za-z]+/g, '-')}`.slice(0, 80),
    name: name.trim() === '' ? place : name.trim(),
    widthMm: model.widthMm,
    dots: model.dots,
    transport,
    hasCutter: model.hasCutter,
    hasDrawer: model.hasDrawer,
    profileId: model.id,
  })
}
