/**
 * A practice and a shop side by side: which folder is whose. The practice of a shop lies in the
 * shop's folder. A shop that was opened out of a practice lies in the practice's, and is from the
 * next start on what is opened there: nothing is moved, so nothing can be lost on the way.
 */
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { SEALED_MARK } from '#till/adapters/system.ts'
import { tillFolder } from '#till/kernel/till-folder.ts'
import { makeDataFolder } from './make-folder.ts'

const PRACTICE = 'practica'
const SHOP = 'tienda'
/** In a shop whose practice lies around it. */
const INSIDE = 'dentro-de-la-practica'

export const shopInside = (practiceDir: string): string => join(practiceDir, SHOP)

/**
 * Made before the till that will lie in it: without a database it is nobody's yet. Throws where
 * another till has lain by that name all along: it is neither opened here nor in its way.
 */
export function makeShopInside(practiceDir: string): void {
  const shop = shopInside(practiceDir)
  if (!isInside(shop) && existsSync(tillFolder(shop).database))
    throw new Error(`another till lies in ${shop}`)
  makeDataFolder(shop)
  writeFileSync(join(shop, INSIDE), '', { mode: 0o600 })
}

/** What lies there is a shop's, also before its database says so. */
export const isInside = (dir: string): boolean => existsSync(join(dir, INSIDE))

/** What a program that is given this folder opens. */
export function homeOf(dataDir: string): string {
  const shop = shopInside(dataDir)
  return isInside(shop) && existsSync(tillFolder(shop).database) ? shop : dataDir
}

/**
 * Where the practice of this shop lies. One whose secrets are the system's own cannot be opened
 * beside another till: the shop gets a new one then.
 */
export function practiceOf(home: string): string {
  const around = dirname(home)
  return isInside(home) && !isSealed(around) ? around : join(home, PRACTICE)
}

function isSealed(dataDir: string): boolean {
  const { pinPepper, ownSecret } = tillFolder(dataDir)
  return [pinPepper, ownSecret].some(
    (file) => existsSync(file) && readFileSync(file, 'utf8').startsWith(SEALED_MARK),
  )
}
