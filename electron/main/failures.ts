/** What a person is told when the till cannot go on: a sentence, exit 1, the folder free. */
import { ProgramIncomplete } from '#host/program-files.ts'
import { DataFolderInUse } from '#till/db/data-lock.ts'
import { DatabaseRefused } from '#till/db/open-database.ts'
import { FolderIsPractice } from '#till/settings/purpose.ts'
import type { Electron } from './electron-module.ts'

const EXPECTED = [DatabaseRefused, DataFolderInUse, FolderIsPractice, ProgramIncomplete]

export function failureText(error: unknown): string {
  if (EXPECTED.some((kind) => error instanceof kind)) return (error as Error).message
  const what = error instanceof Error ? error.message : String(error)
  return (
    'Hubo un error inesperado y la caja se cerró. Lo cobrado está guardado. Ábrala de nuevo; si vuelve a pasar, ' +
    `reinicie el equipo y avise a soporte con este texto: ${what}\n\n` +
    'An unexpected error ended the till. What was charged is saved. Open it again; if it happens again, restart the ' +
    'computer and tell support.'
  )
}

export function sayAndEnd({ app, dialog }: Electron, error: unknown): void {
  dialog.showErrorBox('La caja no puede abrir', failureText(error))
  app.exit(1)
}
