import { existsSync } from 'node:fs'
import { basename, extname, join } from 'node:path'

/**
 * Where a file of that name goes in the folder without touching another: "boleta (2).pdf" when
 * there is one already, or one is `promised`. No part of the name leads out of the folder.
 */
export function freeName(
  folder: string,
  wanted: string,
  promised: ReadonlySet<string> = new Set(),
): string {
  // Both kinds of separators, whatever the system.
  const bare = basename(wanted.replaceAll('\\', '/'))
  const name = bare === '' || bare === '.' || bare === '..' ? 'archivo' : bare
  const ending = extname(name)
  const stem = name.slice(0, name.length - ending.length)
  let path = join(folder, name)
  for (let number = 2; existsSync(path) || promised.has(path); number += 1)
    path = join(folder, `${stem} (${number})${ending}`)
  return path
}
