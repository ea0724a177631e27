/** Moving a till as support does it by hand: the till is closed here, and the one there too. */
import { existsSync, statSync } from 'node:fs'
import { userInfo } from 'node:os'
import Database from 'better-sqlite3'
import type { EpochMs } from '#shared/core/brand.ts'
import { lockDataFolder } from '../db/data-lock.ts'
import { tillFolder } from '../durability/till-folder.ts'
import { SupportRefused } from '../support/trouble.ts'
import { QUIET } from '../support/work.ts'
import { arrive, lookAtPackage } from './arrive.ts'
import { previewOf, refuseOtherShop } from './move-commands.ts'
import { createRestStore } from './rest.ts'

interface MoveByHand {
  readonly dataDir: string
  /** Where the package is. */
  readonly from: string
  readonly code: string
  /** Of another shop than the one that is here, typed. */
  readonly rut: string | null
  readonly at: EpochMs
}

/** Throws SupportRefused, DataFolderInUse or DatabaseRefused; nothing is changed then. */
export function arriveByHand({ dataDir, from, code, rut, at }: MoveByHand): string[] {
  const unlock = lockDataFolder(tillFolder(dataDir).folder, `traslado, proceso ${process.pid}`)
  try {
    const preview = previewOf(lookAtPackage({ dataDir, chosen: from, code, own: null }, QUIET))
    const other = refuseOtherShop(preview, rut)
    if (other !== null) throw new SupportRefused(other.code, other.params, other.field)
    const who = { id: null, name: `Soporte (${userInfo().username})`, approver: null }
    const { packageId, shopName, rut: itsRut, registerNumber } = preview
    const order = { dataDir, chosen: from, code, packageId, who, at }
    const { facts, requeued, quarantine } = arrive(order, QUIET)
    return [
      `La caja ${registerNumber} de ${shopName} ${itsRut} está aquí. Ventas y devoluciones: ${facts.sales}.`,
      `Último folio: ${facts.lastFolio ?? '—'}. Se envían desde aquí, sin duplicarse: ${requeued}.`,
      ...(quarantine === null ? [] : [`Lo que había aquí quedó intacto en ${quarantine}.`]),
      'Al abrirla, pruebe la impresora: Ajustes, Impresora.',
    ]
  } finally {
    unlock()
  }
}

/** Throws TILL_AT_REST: a backup of before would wake the till beside the one that left. */
export function refuseAtRest(database: string): void {
  if (!existsSync(database) || statSync(database).size === 0) return
  let db: Database.Database | null = null
  try {
    // What closes a log last writes it into its file, and a ruined one is put aside as it is.
    db = new Database(database, { readonly: true, fileMustExist: true })
    if (createRestStore(db).now() !== null) throw new SupportRefused('TILL_AT_REST')
  } catch (error) {
    // One that cannot be read is what a restore is for.
    if (!(error instanceof Database.SqliteError)) throw error
  } finally {
    db?.close()
  }
}
