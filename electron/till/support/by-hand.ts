/** Copies and restoring as support does them by hand, beside a till that may be open or not. */
import { randomBytes } from 'node:crypto'
import { existsSync } from 'node:fs'
import { join, resolve } from 'node:path'
import Database from 'better-sqlite3'
import type { EpochMs } from '#shared/core/brand.ts'
import { parseRut } from '#shared/rut/rut.ts'
import { santiagoDate, santiagoTime } from '#shared/time/santiago.ts'
import { NoTillHere, restoreTill } from '../durability/support-desk.ts'
import { tillFolder, type TillFolder } from '../durability/till-folder.ts'
import { beginVault } from './begin-vault.ts'
import { isOtherShop } from './copy-facts.ts'
import { refuseAtRest } from '../moving/by-hand.ts'
import { listCopies, lookAtBackup, vaultAt, type Looked } from './look.ts'
import { isKeyOf } from './sealing.ts'
import { makeSecondCopy } from './second-copy.ts'
import { usable } from './second-copies.ts'
import { onMedium, SupportRefused } from './trouble.ts'
import { isWithoutCopies, readVaultHead } from './vault.ts'
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
  const { facts, newBytes, fileBytes, name } = await makeSecondCopy(
    { databaseFile: folder.database, workDir: folder.copying, at, ...place },
    QUIET,
  )
  return [
    ...(place.newCode === null
      ? []
      : [`CÓDIGO, anótelo ahora; sin él la copia no se abre: ${place.newCode}`]),
    `Segunda copia hecha, leída de vuelta e igual a la caja: ${name} en ${place.chosen}`,
    `Ventas y devoluciones: ${facts.sales}. Bytes nuevos: ${newBytes} de ${fileBytes}.`,
  ]
}

interface Place {
  readonly chosen: string
  readonly vaultId: string
  readonly key: Uint8Array
  readonly newCode: string | null
}

function chosenPlace(folder: TillFolder): Place {
  const db = new Database(folder.database, { readonly: true, fileMustExist: true })
  try {
    const plan = createPlanStore(db).read()
    const key = readKey(folder.secondCopyKey)
    if (plan === null || key === null) throw new SupportRefused('COPY_PLACE_NOT_CHOSEN')
    return { chosen: plan.folder, vaultId: plan.vaultId, key, newCode: null }
  } finally {
    db.close()
  }
}

function placeAt(chosen: string, code: string | null, folder: TillFolder): Place {
  const head = onMedium(chosen, false, () => readVaultHead(chosen))
  const own = readKey(folder.secondCopyKey)
  const isOwn = head !== null && own !== null && isKeyOf(own, head.check)
  // One that was begun and never filled has a code nobody was told.
  const isForsaken = () => code === null && !isOwn && isWithoutCopies(chosen)
  if (head === null || onMedium(chosen, false, isForsaken)) {
    const begun = onMedium(chosen, false, () => beginVault(chosen, randomBytes))
    return { chosen, vaultId: begun.vaultId, key: begun.key, newCode: begun.code }
  }
  const { vaultId, key } = vaultAt(chosen, code, own)
  return { chosen, vaultId, key, newCode: null }
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
export function lookByHand(order: BackupByHand): string[] {
  return lookingAt(order, (looked) => sentencesOf(looked))
}

/** Refuses another shop's without its RUT, and while a till has the folder open. */
export function restoreByHand(order: BackupByHand & { readonly rut: string | null }): string[] {
  refuseAtRest(tillFolder(order.dataDir).database)
  return lookingAt(order, (looked, candidate) => {
    const isOther = isOtherShop(looked.facts, looked.present)
    const typed = parseRut(order.rut ?? '')
    const { shopName, rut } = looked.facts
    if (isOther && !(typed.ok && typed.value === rut))
      throw new SupportRefused('BACKUP_OF_OTHER_SHOP', { shop: shopName, rut }, 'otherRut')
    const options = { carriesOver: !isOther, name: order.name }
    return [...sentencesOf(looked), ...restoreTill(order.dataDir, candidate, order.at, options)]
  })
}

/** The till's own preview, which may be open in its window, stays as it is. */
function lookingAt<Value>(
  order: BackupByHand,
  work: (looked: Looked, candidate: string) => Value,
): Value {
  const { dir, end } = beginWork(tillFolder(order.dataDir).looking)
  try {
    const into = join(dir, 'candidate.db')
    return work(bringHere(order, into), into)
  } finally {
    end()
  }
}

function bringHere({ dataDir, name, from, code, at }: BackupByHand, into: string): Looked {
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
  const { facts, present, salesSince, salesSinceClp } = looked
  const since = `Aquí hay ${salesSince} ventas posteriores, por $${salesSinceClp}`
  return [
    `Respaldo de ${facts.shopName || 'una caja sin nombre'} ${facts.rut}, caja ${facts.registerNumber}.`,
    `Ventas y devoluciones: ${facts.sales}. Último folio: ${facts.lastFolio ?? '—'}. ` +
      `Última venta: ${facts.lastSaleAt === null ? '—' : whenText(facts.lastSaleAt)}.`,
    ...(present === null || salesSince === 0
      ? []
      : [
          `${since}: ${isOtherShop(looked.facts, looked.present) ? 'quedan apartadas' : 'se conservan al restaurar'}.`,
        ]),
  ]
}

function expectTill({ database }: TillFolder): void {
  if (!existsSync(database))
    throw new NoTillHere(
      `No hay una caja en esta carpeta: falta ${database}. Indique otra con --data.`,
    )
}

const whenText = (at: EpochMs) => `${santiagoDate(at)} ${santiagoTime(at).slice(0, 5)}`
