/** What support does with a till's data folder, each as one function that answers in sentences. */
import { existsSync, writeFileSync } from 'node:fs'
import { userInfo } from 'node:os'
import { join } from 'node:path'
import Database from 'better-sqlite3'
import type { CheckDone } from '#shared/backup/views.ts'
import type { EpochMs } from '#shared/core/brand.ts'
import { wordsOf } from '#shared/languages/core-words.ts'
import { DEFAULT_LANGUAGE } from '#shared/languages/languages.ts'
import type { AnchorOfSeal } from '#shared/shifts/anchor.ts'
import { examineSeal, readAnchor } from '../../audit/chain-findings.ts'
import { GUARDED_TABLES } from '../../audit/guarded-tables.ts'
import { isEmptied } from '../../kernel/if-readable.ts'
import { lockDataFolder } from '../../kernel/data-lock.ts'
import { freeBytesAt, LOW_SPACE_BYTES } from './disk-space.ts'
import { examine, falseIndexes, otherDocuments } from '../../tables/examine.ts'
import { exportSales } from './export-sales.ts'
import { foliosAhead } from './folios-ahead.ts'
import { listBackups } from '../../kernel/backup-files.ts'
import { makeBackup } from './make-backup.ts'
import { restoreBackup, type RestoreOptions } from './restore.ts'
import { tillFolder } from '../../kernel/till-folder.ts'
import { tornLogsIn } from './torn-log.ts'

/** There is no till in this folder. */
export class NoTillHere extends Error {
  readonly code = 'TILL_NOT_FOUND'
}

export interface Findings {
  readonly isWhole: boolean
  /** How many things could not be read. */
  readonly faults?: number
  readonly sentences: readonly string[]
}

/** By which prices and people are found. */
const GUARDED_NAMES = GUARDED_TABLES.map(({ table }) => table)
const EVERY_BODY = Number.MAX_SAFE_INTEGER

/** In the till's own folder. Safe while it sells. */
export function backUpTill(dataDir: string, at: EpochMs): string[] {
  const folder = tillFolder(dataDir)
  expectDatabase(folder.database)
  const { file, sha256, counts } = makeBackup({
    databaseFile: folder.database,
    backupDir: folder.backups,
    at,
    reason: 'asked',
  })
  return [
    `Respaldo guardado y revisado: ${file}`,
    `Ventas y devoluciones: ${counts.sale}. SHA-256: ${sha256}`,
  ]
}

/** Refuses while a till has the folder open. */
export function restoreTill(
  dataDir: string,
  backup: string,
  at: EpochMs,
  options: RestoreOptions = {},
): string[] {
  const folder = tillFolder(dataDir)
  const file = existsSync(backup) ? backup : join(folder.backups, backup)
  const unlock = lockDataFolder(folder.folder, `restauración, proceso ${process.pid}`)
  try {
    const { sales, salvaged, requeued, doubtfulPapers, quarantine } = restoreBackup(
      folder,
      file,
      at,
      { by: `Soporte (${userInfo().username})`, ...options },
    )
    return [
      `Restaurado desde ${options.name ?? file}. Ventas: ${sales}.`,
      ...(salvaged.sales > 0
        ? [`Ventas posteriores al respaldo, rescatadas de la base anterior: ${salvaged.sales}.`]
        : []),
      ...(salvaged.unreadable > 0
        ? [
            `Ventas que no se pudieron leer completas: ${salvaged.unreadable}. Quedan en la cuarentena.`,
          ]
        : []),
      ...salvaged.lost.map((part) => wordsOf(DEFAULT_LANGUAGE).lost[part]),
      `Boletas que se enviarán o consultarán otra vez, sin duplicarse: ${requeued}.`,
      ...(doubtfulPapers > 0
        ? [`Papeles por revisar en Boletas (pudieron haberse impreso): ${doubtfulPapers}.`]
        : []),
      quarantine === null
        ? 'No había datos anteriores.'
        : `Los datos anteriores quedaron intactos en ${quarantine}.`,
    ]
  } finally {
    unlock()
  }
}

/**
 * Reads only; safe while the till sells. `sealOnPaper`: as a Z says it, typed. Throws
 * AnchorNotValid.
 */
export function checkTill(dataDir: string, sealOnPaper: string | null = null): Findings {
  const asked = sealOnPaper === null ? null : readAnchor(sealOnPaper)
  const inspected = inspectTill(dataDir, asked)
  const { faults, sales, unissued, papers, documents, freeBytes, schema, seal } = inspected
  const folder = tillFolder(dataDir)
  const backups = listBackups(folder.backups)
  const free = (freeBytes / 1e9).toFixed(1).replace('.', ',')
  return {
    isWhole: faults.length === 0,
    sentences: [
      `Base de datos: ${folder.database}, esquema ${schema}`,
      ...(sales === null
        ? []
        : [
            `Ventas y devoluciones: ${sales}. Boletas y notas sin folio: ${unissued}. Papeles: ${papers}.`,
          ]),
      backups[0] === undefined
        ? 'Respaldos: ninguno.'
        : `Respaldos: ${backups.length}; el último es ${backups[0].name}.`,
      ...tornLogsIn(folder).map(
        (name) =>
          `Últimas escrituras leídas a medias: lo que había está aparte, en ${join(folder.quarantine, name)}.`,
      ),
      `Espacio libre: ${free} GB${freeBytes < LOW_SPACE_BYTES ? ' (POCO)' : ''}.`,
      ...seal,
      ...(faults.length === 0
        ? [
            `Sin daños: páginas, referencias y documentos (${documents} leídos, todos) están como se guardaron.`,
          ]
        : faults.map((fault) => `DAÑO: ${fault}`)),
    ],
  }
}

interface Inspection extends CheckDone {
  readonly schema: string
  /** All of them are read, and compared with what they were when they were stored. */
  readonly documents: number | null
  /** What there is to say about the seal. */
  readonly seal: readonly string[]
}

/** Reads only; safe while the till sells. Numbers are null where the tables cannot be read. */
export function inspectTill(dataDir: string, asked: AnchorOfSeal | null = null): Inspection {
  const folder = tillFolder(dataDir)
  const db = openToRead(folder.database)
  try {
    const { faults, counts } = examine(db, EVERY_BODY)
    const seal = counts === null ? { faults: [], sentences: [] } : examineSeal(db, folder, asked)
    const unissued = "SELECT count(*) FROM receipt WHERE issue_state <> 'numbered'"
    return {
      faults: [
        ...faults,
        ...(counts === null ? [] : [...falseIndexes(db, GUARDED_NAMES), ...otherDocuments(db)]),
        ...seal.faults,
      ],
      sales: counts?.sale ?? null,
      unissued: counts === null ? null : (db.prepare<[], number>(unissued).pluck().get() ?? 0),
      papers: counts?.print_job ?? null,
      documents: counts?.receipt ?? null,
      freeBytes: freeBytesAt(folder.folder),
      schema: schemaOf(db),
      seal: [...(counts === null ? [] : foliosAhead(db)), ...seal.sentences],
    }
  } finally {
    db.close()
  }
}

/** One JSON line a sale. Reads only; goes on past what is damaged and says so. */
export function exportTill(dataDir: string, outFile: string): Findings {
  const db = openToRead(tillFolder(dataDir).database)
  const faults: string[] = []
  const exported = { sale: 0, return: 0, 'return-undone': 0, change: 0 }
  try {
    writeFileSync(outFile, '', { mode: 0o600, flag: 'wx' })
    for (const sale of exportSales(db, (fault) => faults.push(fault))) {
      writeFileSync(outFile, `${JSON.stringify(sale)}\n`, { flag: 'a' })
      exported[sale.kind] += 1
    }
  } finally {
    db.close()
  }
  return {
    isWhole: faults.length === 0,
    faults: faults.length,
    sentences: [
      `Ventas exportadas a ${outFile}: ${exported.sale}. Devoluciones: ${exported.return}.${undoneText(exported['return-undone'])}`,
      ...faults.map((fault) => `No se pudo leer ${fault}`),
    ],
  }
}

function undoneText(count: number): string {
  return count === 0 ? '' : ` Devoluciones anuladas: ${count}.`
}

function openToRead(file: string): Database.Database {
  expectDatabase(file)
  if (isEmptied(file)) throw new NoTillHere(`El archivo ${file} está vacío. Restaure un respaldo.`)
  return new Database(file, { readonly: true, fileMustExist: true })
}

/** A file that is no database at all has none to tell. */
function schemaOf(db: Database.Database): string {
  try {
    return String(db.pragma('user_version', { simple: true }))
  } catch (error) {
    if (error instanceof Database.SqliteError) return 'ilegible'
    throw error
  }
}

function expectDatabase(file: string): void {
  if (!existsSync(file))
    throw new NoTillHere(`No hay una caja en esta carpeta: falta ${file}. Indique otra con --data.`)
}
