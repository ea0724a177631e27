/** Copies and restoring as support does them by hand, beside a till that may be open or not. */
import { randomBytes } from 'node:crypto'
import { existsSync } from 'node:fs'
import { join, resolve } from 'node:path'
import Database from 'better-sqlite3'
import type { EpochMs } from '#shared/core/brand.ts'
import { parseRut } from '#shared/rut/rut.ts'
import { CODE_BYTES, makeCode } from '#shared/text/recovery-code.ts'
import { shopText } from '#shared/backup/shop-text.ts'
import { santiagoDate, santiagoTime } from '#shared/time/santiago.ts'
import { NoTillHere, restoreTill } from '../durability/support-desk.ts'
import { tillFolder, type TillFolder } from '../../kernel/till-folder.ts'
import { allCopies, beginPlace, claimCopy, keyTo } from './copies-on-medium.ts'
import { isOtherShop } from './copy-facts.ts'
import { keyFromCode, type CopyKey } from './copy-key.ts'
import { restIn } from '../moving/rest.ts'
import { listCopies, lookAtBackup, type Looked } from './look.ts'
import { makeSecondCopy } from './second-copy.ts'
import { usable } from './second-copies.ts'
import { onMedium, SupportRefused } from './trouble.ts'
import { beginWork } from './work-folder.ts'
import { QUIET } from './work.ts'
import { createPlanStore, readKey } from './copy-plan.ts'

interface CopyByHand {
  readonly dataDir: string
  /** Null: where it always goes. */
  readonly to: string | null
  readonly code: string | null
  readonly at: EpochMs
}

/** Throws SupportRefused. Safe while the till sells. */
export async function copyByHand({ dataDir, to, code, at }: CopyByHand): Promise<string[]> {
  const folder = tillFolder(dataDir)
  expectTill(folder)
  const place = to === null ? chosenPlace(folder) : placeAt(usable(to, folder), code, folder)
  const { chosen, key, newCode } = place
  const { facts, copyBytes, fileBytes, name } = await makeSecondCopy(
    { databaseFile: folder.database, workDir: folder.copying, at, chosen, key },
    QUIET,
  )
  return [
    ...(newCode === null ? [] : [`CÓDIGO, anótelo ahora; sin él la copia no se abre: ${newCode}`]),
    `Copia sellada y comprobada, igual a la caja: ${name} en ${chosen}`,
    `Ventas y devoluciones: ${facts.sales}. Bytes: ${copyBytes}, de una base de ${fileBytes}.`,
  ]
}

interface Place {
  readonly chosen: string
  readonly key: CopyKey
  readonly newCode: string | null
}

function chosenPlace(folder: TillFolder): Place {
  const db = new Database(folder.database, { readonly: true, fileMustExist: true })
  try {
    const plan = createPlanStore(db).read()
    const key = readKey(folder.secondCopyKey)
    if (plan === null || key === null) throw new SupportRefused('COPY_PLACE_NOT_CHOSEN')
    return { chosen: plan.folder, key, newCode: null }
  } finally {
    db.close()
  }
}

function placeAt(chosen: string, code: string | null, folder: TillFolder): Place {
  const own = readKey(folder.secondCopyKey)
  return onMedium(chosen, false, () => {
    const all = allCopies(chosen)
    // One that was begun and never filled has a code nobody was told.
    const isNew = all === null || (code === null && all.length === 0)
    if (!isNew) return { chosen, key: keyTo(chosen, code, own), newCode: null }
    beginPlace(chosen)
    const newCode = makeCode(randomBytes(CODE_BYTES))
    return { chosen, key: keyFromCode(newCode), newCode }
  })
}

interface CopiesByHand {
  readonly dataDir: string
  readonly from: string
  readonly code: string | null
}

export function copiesByHand({ dataDir, from, code }: CopiesByHand): string[] {
  const copies = listCopies(from, code, readKey(tillFolder(dataDir).secondCopyKey))
  if (copies.length === 0) return ['No hay copias.']
  return copies.map(({ name, at }) => `${name}  ${whenText(at)}`)
}

interface BackupByHand {
  readonly dataDir: string
  readonly name: string
  /** A place with copies; null for the till's own backups, or a path. */
  readonly from: string | null
  readonly code: string | null
  readonly at: EpochMs
}

/** Changes nothing. */
export function lookByHand(order: BackupByHand): Promise<string[]> {
  return lookingAt(order, (looked) => sentencesOf(looked))
}

/** Refuses another shop's without its RUT, and while a till has the folder open. */
export async function restoreByHand(
  order: BackupByHand & { readonly rut: string | null },
): Promise<string[]> {
  const rest = restIn(tillFolder(order.dataDir).database)
  // A backup of before would wake the till beside the one that left.
  if (rest !== null && order.from === null) throw new SupportRefused('TILL_AT_REST')
  return lookingAt(order, (looked, candidate) => {
    if (rest?.state === 'packing' || (rest !== null && looked.moved === null))
      throw new SupportRefused('TILL_AT_REST')
    const isOther = isOtherShop(looked.facts, looked.present)
    const typed = parseRut(order.rut ?? '')
    const { shopName, rut } = looked.facts
    if (isOther && !(typed.ok && typed.value === rut))
      throw new SupportRefused('BACKUP_OF_OTHER_SHOP', { shop: shopName, rut }, 'otherRut')
    const { moved, carriesOver } = looked
    const claim = moved === null ? null : () => claimCopy(moved.file)
    const options = { carriesOver, name: order.name, claim }
    return [...sentencesOf(looked), ...restoreTill(order.dataDir, candidate, order.at, options)]
  })
}

/** The till's own preview, which may be open in its window, stays as it is. */
async function lookingAt<Value>(
  order: BackupByHand,
  work: (looked: Looked, candidate: string) => Value,
): Promise<Value> {
  const { dir, end } = beginWork(tillFolder(order.dataDir).looking)
  try {
    const into = join(dir, 'candidate.db')
    return work(await bringHere(order, into), into)
  } finally {
    end()
  }
}

function bringHere({ dataDir, name, from, code, at }: BackupByHand, into: string): Promise<Looked> {
  const folder = tillFolder(dataDir)
  const order =
    from === null
      ? {
          kind: 'backup' as const,
          name: existsSync(name) ? resolve(name) : join(folder.backups, name),
        }
      : { kind: 'copy' as const, name, chosen: from, code, ownKey: readKey(folder.secondCopyKey) }
  return lookAtBackup({ ...order, dataDir, at, into }, QUIET)
}

function sentencesOf(looked: Looked): string[] {
  const { facts, present, salesSince, salesSinceClp, moved } = looked
  const since = `Aquí hay ${salesSince} ventas posteriores, por $${salesSinceClp}`
  return [
    `Respaldo de ${shopText(facts) || 'una caja sin nombre'}, caja ${facts.registerNumber}.`,
    `Ventas y devoluciones: ${facts.sales}. Último folio: ${facts.lastFolio ?? '—'}. ` +
      `Última venta: ${facts.lastSaleAt === null ? '—' : whenText(facts.lastSaleAt)}.`,
    ...(moved === null
      ? []
      : [
          moved.isOpened
            ? 'Es de una caja que se lleva a otro computador, y alguien ya la abrió: se abre en duda.'
            : 'Es de una caja que se lleva a otro computador y quedó en reposo: sigue donde se abra primero.',
        ]),
    ...(present === null || salesSince === 0
      ? []
      : [`${since}: ${looked.carriesOver ? 'se conservan al restaurar' : 'quedan apartadas'}.`]),
  ]
}

function expectTill({ database }: TillFolder): void {
  if (!existsSync(database))
    throw new NoTillHere(
      `No hay una caja en esta carpeta: falta ${database}. Indique otra con --data.`,
    )
}

const whenText = (at: EpochMs) => `${santiagoDate(at)} ${santiagoTime(at).slice(0, 5)}`
