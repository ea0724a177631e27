/** A sentence, exit 1, the folder free. */
import { CoreRefused } from '#host/core-process/keep-core.ts'
import { FolderRefused } from '#host/make-folder.ts'
import { ProgramIncomplete } from '#host/program-files.ts'
import { WordsRefused } from '#host/start-words.ts'
import { unexpectedText } from '#host/unexpected-text.ts'
import type { Electron } from '#desk/electron-module.ts'

const SENTENCES = [CoreRefused, FolderRefused, ProgramIncomplete, WordsRefused]

export function sayAndEnd({ app, dialog }: Electron, error: unknown): void {
  const isSentence = SENTENCES.some((kind) => error instanceof kind)
  const text = isSentence ? (error as Error).message : unexpectedText(error)
  dialog.showErrorBox('La caja no puede abrir', text)
  app.exit(1)
}
