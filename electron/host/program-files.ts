/** Whether the program has all its files: an installation can be cut short or cleaned away. */
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import type { HostPaths } from './open-till.ts'

/** A file of the program is not there. The sentence is for whoever started it. */
export class ProgramIncomplete extends Error {
  readonly code = 'PROGRAM_INCOMPLETE'
  constructor(file: string) {
    super(
      `A la caja le falta un archivo del programa (${file}). Instálela de nuevo; los datos de la tienda no se tocan. ` +
        `A file of the program is missing (${file}): install it again, the data stay as they are.`,
    )
  }
}

/** Better now than at the first receipt. Throws ProgramIncomplete. */
export function refuseIncomplete(paths: HostPaths): void {
  const { resourcesDir, rendererDir, ...programs } = paths
  const files = [
    ...['shop.json', 'catalogue.json', 'staff.json'].map((name) =>
      join(resourcesDir, 'demo', name),
    ),
    join(resourcesDir, 'fonts', 'IBMPlexSansCondensed-Medium.ttf'),
    join(resourcesDir, 'fonts', 'IBMPlexSansCondensed-Bold.ttf'),
    join(rendererDir, 'index.html'),
    ...Object.values(programs),
  ]
  const missing = files.find((file) => !existsSync(file))
  if (missing !== undefined) throw new ProgramIncomplete(missing)
}
