/** What a person is told when the till cannot go on: a sentence of its own, or where to turn. */
import { DataFolderInUse } from '#till/kernel/data-lock.ts'
import { DatabaseRefused } from '#till/kernel/database.ts'
import { FolderIsPractice } from '#till/settings/purpose.ts'
import { FolderRefused } from './make-folder.ts'
import { ProgramIncomplete } from './program-files.ts'
import { unexpectedText } from './unexpected-text.ts'

const EXPECTED = [
  DatabaseRefused,
  DataFolderInUse,
  FolderIsPractice,
  FolderRefused,
  ProgramIncomplete,
]

export function failureText(error: unknown): string {
  const isExpected = EXPECTED.some((kind) => error instanceof kind)
  return isExpected ? (error as Error).message : unexpectedText(error)
}
