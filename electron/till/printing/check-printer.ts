/** What may be wanted of a printer, and where one may be: checked before anything is written. */
import { refusal, type Refusal } from '#shared/languages/refusals.ts'
import { ok, refuse, type Result } from '#shared/core/result.ts'
import { DEFAULT_OPTIONS, type PrinterConfig } from '#shared/printing/printers.ts'
import type { AddPrinterInput, PrinterModel, SavePrinterInput } from '#shared/printing/printers.ts'
import { isNameOfPrinterPort } from '#shared/printing/printer-ports.ts'
import { changedFields, type ChangedField } from '#shared/settings/changed-fields.ts'
import { foldToLatin1 } from '#shared/text/latin1.ts'
import { requireLatin1 } from '#shared/text/require-latin1.ts'
import type { PrinterSetup } from './printer-setups.ts'

/** PNG and JPEG begin so. */
const PICTURE_STARTS = ['89504e470d0a1a0a', 'ffd8ff'] as const
const HOST = /^(?=.{1,253}$)[0-9A-Za-z]([0-9A-Za-z.-]*[0-9A-Za-z])?$|^[0-9A-Fa-f:]{2,45}$/
const QUEUE = /^[\p{L}\p{N}_][\p{L}\p{N}_ .()-]{0,126}$/u

export function checkSetup(
  input: SavePrinterInput,
  before: PrinterSetup | null,
  modelOf: (id: string | null) => PrinterModel | null,
): Result<Pick<PrinterSetup, 'options' | 'logo'>, Refusal> {
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

export function checkPrinter(
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

/** What a change would change, for the log. */
export function setupChanges(
  before: PrinterSetup | null,
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
