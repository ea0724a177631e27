/** The folder of a till, made before anything else of it is loaded. */
import { mkdirSync } from 'node:fs'

/** It cannot be made; the sentence is for whoever started it. */
export class FolderRefused extends Error {
  readonly code = 'DATA_FOLDER_NOT_WRITABLE'
}

/** Throws FolderRefused. */
export function makeDataFolder(dataDir: string): void {
  try {
    mkdirSync(dataDir, { recursive: true, mode: 0o700 })
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error)
    throw new FolderRefused(
      `No se puede escribir en la carpeta de datos ${dataDir}. Elija otra con --data o cambie sus permisos. (${reason})`,
    )
  }
}
