/** What a check of the chain found, in sentences for support; and where backups say it ends. */
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import Database from 'better-sqlite3'
import { santiagoDate, santiagoTime } from '#shared/time/santiago.ts'
import type { SealNote } from '#shared/bridge/staff-views.ts'
import { anchorText, parseAnchor, type AnchorOfSeal } from '#shared/shift/anchor.ts'
import { listBackups } from '../durability/make-backup.ts'
import type { TillFolder } from '../durability/till-folder.ts'
import { anchorOf, type Head } from './chain.ts'
import { checkChain, type BackupEnd, type ChainCheck, type ChainFault } from './check-chain.ts'
import { keysIn } from './seal-key.ts'
import { sealNotes } from './seal-notes.ts'

export interface SealFindings {
  readonly faults: readonly string[]
  readonly sentences: readonly string[]
}

const KINDS = {
  audit: 'la fila del registro',
  sale: 'la venta',
  close: 'el cierre del turno',
  start: 'el comienzo del sello',
} as const

/** What was typed is no seal of a paper. */
export class AnchorNotValid extends Error {
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
      ...check.faults.map(faultText),
      ...(isThere
        ? []
        : [
            `sello: el ${text} del papel no está aquí: estos datos son de antes de ese Z (una restauración, o una copia puesta en su lugar), o fueron rehechos`,
          ]),
    ],
    sentences: [
      sealText(check),
      ...(asked !== null && isThere ? [`El sello ${text} está en estos datos.`] : []),
      ...pendingText(check),
      ...sealNotes(db, check.epochs).map(noteText),
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
        `Sello: faltan ${pendingCount} filas de antes por sellar; se sellan mientras la caja está abierta. Por ellas todavía no responde.`,
      ]
}

function noteText({ kind, at, rows }: SealNote): string {
  const when = `el ${santiagoDate(at)} a las ${santiagoTime(at)}`
  if (kind === 'later')
    return `Selladas después, ${when}: ${rows} filas que se escribieron sin la clave. Revíselas en el registro: de antes de esa hora el sello no responde por ellas.`
  const why = {
    restored: 'tras una restauración',
    'new-form': 'por una versión nueva',
    'other-key': 'con otra clave',
    broken: 'porque estaba roto',
  }[kind]
  return `Sellada de nuevo ${when} ${why}.`
}

/** The first row that is not as it was sealed. */
export function faultText({ code, kind, ref }: ChainFault): string {
  const what = `${kind === null ? 'el final' : KINDS[kind]} ${ref}`.trim()
  return {
    ROW_CHANGED: `sello: ${what} fue cambiada después de escribirse`,
    ROW_MISSING: `sello: falta ${what}`,
    ROW_ADDED: `sello: ${what} no lo tiene: fue agregada sin la caja, o mientras no se pudo abrir su clave`,
    LINK_MISSING: `sello: falta un eslabón antes de ${what}`,
    LINK_CHANGED: `sello: el eslabón de ${what} no está en su lugar`,
    END_CUT: 'sello: falta el final, o fue cambiado',
    BEGUN_ANEW: `sello: comenzó de nuevo sin su clave o sin su final (época ${ref})`,
    OTHER_KEY: 'sello: está hecho con otra clave, y aquí no se puede revisar',
    OLDER_THAN_BACKUP: 'sello: los datos son más antiguos que un respaldo y no fueron restaurados',
    NO_CHAIN: 'sello: fue borrado',
  }[code]
}
