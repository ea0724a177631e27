/**
 * The data are a newer program's, as after a way back that was gone by hand. It is said which
 * backup this program can read, where it lies and how it comes back.
 */
import { join } from 'node:path'
import type { EpochMs } from '#shared/core/brand.ts'
import { santiagoDate, santiagoTime } from '#shared/time/santiago.ts'
import { SCHEMA_FIRST, SCHEMA_NEWEST } from '../../tables/migrations.ts'
import { DatabaseRefused } from '../../kernel/database.ts'
import { schemaOfFile } from '../../kernel/schema-of-file.ts'
import { asOf } from '../../kernel/backup-names.ts'
import { listBackups } from '../../kernel/backup-files.ts'
import type { TillFolder } from '../../kernel/till-folder.ts'

/** How support is called where nobody said. */
export const NO_PROGRAM = 'soporte:'

interface WayBack {
  readonly program?: string | undefined
  readonly now: EpochMs
}

/**
 * Opens, and says how a backup comes back, with `program` as support types it on this machine.
 * Throws DatabaseRefused.
 */
export function withWayBack<Opened>(
  folder: TillFolder,
  { program = NO_PROGRAM, now }: WayBack,
  open: () => Opened,
): Opened {
  try {
    return open()
  } catch (error) {
    if (!(error instanceof DatabaseRefused)) throw error
    if (error.code === 'DATABASE_NEWER')
      throw new DatabaseRefused(error.code, `${error.message} ${wayBack(folder, program, now)}`)
    if (error.code !== 'DATABASE_BROKEN') throw error
    const dataDir = typed(join(folder.folder, '..'))
    const order = `«${program} restore RESPALDO --data ${dataDir}»`
    const how = `Avise a soporte: se restaura con ${order}, que no borra lo que hay.`
    throw new DatabaseRefused(error.code, `${error.message} ${how}`)
  }
}

function wayBack({ folder, backups }: TillFolder, program: string, now: EpochMs): string {
  const newestFirst = asOf(listBackups(backups), now)
  const readable = newestFirst.find(({ name }) => isReadable(join(backups, name)))
  if (readable === undefined)
    return `En ${backups} no hay ningún respaldo que esta versión pueda leer.`
  const file = join(backups, readable.name)
  return (
    'O siga con esta versión desde el último respaldo que puede leer, del ' +
    `${santiagoDate(readable.at)} a las ${santiagoTime(readable.at)}: ` +
    `${program} restore ${typed(file)} --data ${typed(join(folder, '..'))} ` +
    '(nada se borra, y lo vendido después se trae si se puede leer).'
  )
}

function isReadable(file: string): boolean {
  try {
    const schema = schemaOfFile(file)
    return schema !== null && schema >= SCHEMA_FIRST && schema <= SCHEMA_NEWEST
  } catch {
    return false
  }
}

/** As it stands on a command line. */
export const typed = (path: string) => (/\s/.test(path) ? `"${path}"` : path)
