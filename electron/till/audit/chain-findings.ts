/** What a check of the chain found, in sentences for support; and where backups say it ends. */
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import Database from 'better-sqlite3'
import { santiagoDate, santiagoTime } from '#shared/time/santiago.ts'
import type { EpochMs } from '#shared/core/brand.ts'
import type { SealedPart, SealNote } from '#shared/staff/views.ts'
import { anchorText, parseAnchor, type AnchorOfSeal } from '#shared/shifts/anchor.ts'
import { listBackups } from '../kernel/backup-files.ts'
import type { TillFolder } from '../kernel/till-folder.ts'
import { anchorOf, type Head } from './chain.ts'
import { checkChain, type BackupEnd, type ChainCheck, type ChainFault } from './check-chain.ts'
import { foreignRows, TAKEN, type StateFault } from './check-states.ts'
import { keysIn } from './seal-key.ts'
import { sealNotes } from './seal-notes.ts'
import { nameOfState } from './state-names.ts'

interface SealFindings {
  readonly faults: readonly string[]
  readonly sentences: readonly string[]
}

const KINDS: Readonly<Record<SealedPart, string>> = {
  audit: 'la fila del registro',
  sale: 'la venta',
  close: 'el cierre del turno',
  state: 'el dato sellado',
  start: 'el comienzo del sello',
  person: 'la persona',
  personRole: 'el rol dado a',
  personBar: 'que la casa central dejó fuera a',
  rights: 'los permisos del rol',
  role: 'el rol',
  approval: 'la autorización de',
  ownerCode: 'el código del dueño',
  settings: 'los ajustes',
  product: 'el producto',
  barcode: 'el código de barras',
  plannedPrice: 'el precio con fecha de',
  promotion: 'la promoción',
  priceList: 'la lista de precios',
  listPrice: 'el precio de lista de',
  listPercent: 'el porcentaje de la lista',
  customerList: 'la lista de precios del cliente',
  shift: 'el turno',
  movement: 'el movimiento de caja',
  count: 'el conteo del turno',
  report: 'el informe',
  cardAttempt: 'el cobro con tarjeta',
  cardRefund: 'una devolución a la tarjeta',
  cardTotals: 'lo que dijo el terminal de tarjetas en el turno',
  voidedVale: 'la anulación del vale',
  schema: 'la forma de la base de datos',
}

/** What was typed is no seal of a paper. */
class AnchorNotValid extends Error {
  readonly code = 'SEAL_NOT_VALID'
}

/** Throws AnchorNotValid. */
export function readAnchor(text: string): AnchorOfSeal {
  const anchor = parseAnchor(text)
  if (anchor !== null) return anchor
  throw new AnchorNotValid(
    'El sello se escribe como está en el Z, por ejemplo 1-128 A1B2-C3D4-E5F6.',
  )
}

/**
 * Reads only. `asked`: the seal of a paper, which these data have or not. A database of before the
 * seal, or one whose key is not to be had here, says so.
 */
export function examineSeal(
  db: Database.Database,
  folder: TillFolder,
  asked: AnchorOfSeal | null = null,
): SealFindings {
  const hasChain = db.prepare("SELECT 1 FROM sqlite_schema WHERE name = 'chain'").get()
  if (hasChain === undefined || !existsSync(folder.ownSecret))
    return { faults: [], sentences: ['Sello: esta caja no tiene; se hace al abrirla.'] }
  const keys = keysIn(readFileSync(folder.ownSecret, 'utf8'))
  if (keys === null)
    return {
      faults: [],
      sentences: [
        'Sello: su clave está en el llavero del sistema; revíselo en la caja, Ajustes, Registro.',
      ],
    }
  // One snapshot: the till may be selling.
  const { check, isThere } = db.transaction(() => ({
    check: checkChain(db, keys.seal.key, backupEnds(folder)),
    isThere: asked === null || hasAnchor(db, asked),
  }))()
  const text = asked === null ? '' : anchorText(asked)
  return {
    faults: [
      ...faultTexts(db, check.faults),
      ...(isThere
        ? []
        : [
            `sello: el ${text} del papel no está aquí: estos datos son de antes de ese Z (una restauración, o una copia puesta en su lugar), o se rehicieron`,
          ]),
    ],
    sentences: [
      sealText(check),
      ...(asked !== null && isThere ? [`El sello ${text} está en estos datos.`] : []),
      ...pendingText(check),
      ...sealNotes(db, check.epochs).map(noteText),
      ...acceptedText(db),
    ],
  }
}

/** The link that the paper names is there, with its digits; the check vouches for the chain. */
export function hasAnchor(db: Database.Database, { epoch, seq, code }: AnchorOfSeal): boolean {
  const mac = db
    .prepare<[number, number], Buffer>('SELECT mac FROM chain WHERE epoch = ? AND seq = ?')
    .pluck()
    .get(epoch, seq)
  return mac !== undefined && anchorOf({ epoch, seq, mac }).code === code
}

/** Where the chain ends in each backup that has one. */
export function backupEnds(folder: TillFolder): BackupEnd[] {
  return listBackups(folder.backups).flatMap(({ name, at }) => {
    const head = headIn(join(folder.backups, name))
    return head === null ? [] : [{ head, madeAtMs: at }]
  })
}

/** Only its end is compared; one of before has no word about what waits. */
const HEAD_OF_BACKUP = 'SELECT epoch, seq, mac, proof, NULL AS pendingJson FROM chain_head'

function headIn(file: string): Head | null {
  let db: Database.Database | null = null
  try {
    db = new Database(file, { readonly: true, fileMustExist: true })
    return db.prepare<[], Head>(HEAD_OF_BACKUP).get() ?? null
  } catch (error) {
    if (error instanceof Database.SqliteError) return null
    throw error
  } finally {
    db?.close()
  }
}

function sealText({ anchor, sealedCount }: ChainCheck): string {
  return anchor === null
    ? 'Sello: no está.'
    : `Sello: ${anchorText(anchor)}; ${sealedCount} filas revisadas. El último Z impreso dice un sello igual o anterior.`
}

function pendingText({ pendingCount }: ChainCheck): string[] {
  return pendingCount === 0
    ? []
    : [
        `Sello: faltan ${pendingCount} filas anteriores por sellar; se sellan mientras la caja está abierta. Para ellas todavía no sirve.`,
      ]
}

function noteText({ kind, at, rows }: SealNote): string {
  const when = whenText(at)
  if (kind === 'later')
    return `Selladas después, ${when}: ${rows} filas que se escribieron sin la clave. Revíselas en el registro: el sello no sirve para lo que les pasó antes de esa hora.`
  const why = {
    restored: 'tras una restauración',
    'new-form': 'por una versión nueva',
    'other-key': 'con otra clave',
    broken: 'porque estaba roto',
  }[kind]
  return `Sellada de nuevo ${when} ${why}.`
}

/** Named one by one; a list that was changed as a whole would fill the screen. */
const NAMED_MAX = 20

function faultTexts(db: Database.Database, faults: ChainCheck['faults']): string[] {
  const texts = faults
    .slice(0, NAMED_MAX)
    .map((each) => ('own' in each ? stateText(db, each) : chainText(each)))
  const more = faults.length - texts.length
  return more > 0 ? [...texts, `sello: y ${more} diferencias más`] : texts
}

const whenText = (at: EpochMs) => `el ${santiagoDate(at)} a las ${santiagoTime(at)}`

/** No row without its time is asked for it. */
const EPOCH = 0 as EpochMs

/** What stands otherwise than the till left it, since when, and what to do. */
function stateText(db: Database.Database, fault: StateFault): string {
  const what = `${KINDS[fault.kind]} ${nameOfState(db, fault)}`
  const since = fault.at === null ? '' : `, que la caja dejó ${whenText(fault.at)},`
  return {
    STATE_CHANGED: `sello: ${what}${since} se cambió sin usar la caja. ${MEND}`,
    STATE_ADDED: `sello: ${what} se agregó sin usar la caja. ${MEND}`,
    STATE_MISSING: `sello: ${what}${since} se borró sin usar la caja. ${MEND}`,
    STATE_WAS_CHANGED: `sello: ${what} no estaba como lo dejó la caja cuando ella lo guardó de nuevo, ${whenText(fault.at ?? EPOCH)}. Revise en el registro lo que se hizo antes de esa hora.`,
  }[fault.code]
}

const MEND =
  'Compárelo con lo que debe ser y restaure un respaldo de antes, o corríjalo en la caja; revise quién usa este computador.'

/** What a restore, or a closed key, brought that was not as it had been left. */
function acceptedText(db: Database.Database): string[] {
  const rows = foreignRows(db, TAKEN)
  const blind = db
    .prepare<[], EpochMs>("SELECT at_ms FROM sealed_change WHERE reason = 'anew' ORDER BY seq")
    .pluck()
    .all()
    .map(
      (at) =>
        `Precios, personas y ajustes se sellaron como estaban ${whenText(at)}, sin poder compararlos con los de antes. Revíselos.`,
    )
  const named = rows
    .slice(0, NAMED_MAX)
    .map((row) => `${KINDS[row.kind]} ${nameOfState(db, row)} (${whenText(row.at ?? EPOCH)})`)
  const more = rows.length - named.length
  return rows.length === 0
    ? blind
    : [
        ...blind,
        `Selladas como estaban, sin ser como la caja las dejó: ${named.join('; ')}${more > 0 ? `; y ${more} más` : ''}. Revíselas.`,
      ]
}

/** The first row that is not as it was sealed. */
function chainText({ code, kind, ref }: ChainFault): string {
  const what = `${kind === null ? 'el final' : KINDS[kind]} ${ref}`.trim()
  return {
    ROW_CHANGED: `sello: ${what} se cambió después de escribirse`,
    ROW_MISSING: `sello: falta ${what}`,
    ROW_ADDED: `sello: ${what} no lo tiene: se agregó sin usar la caja, o mientras no se pudo abrir su clave`,
    LINK_MISSING: `sello: falta una parte antes de ${what}`,
    LINK_CHANGED: `sello: la parte de ${what} no está en su lugar`,
    END_CUT: 'sello: falta el final, o se cambió',
    BEGUN_ANEW: `sello: comenzó de nuevo sin su clave o sin su final (época ${ref})`,
    OTHER_KEY: 'sello: está hecho con otra clave, y aquí no se puede revisar',
    OLDER_THAN_BACKUP: 'sello: los datos son más antiguos que un respaldo y no se restauraron',
    NO_CHAIN: 'sello: se borró',
  }[code]
}
