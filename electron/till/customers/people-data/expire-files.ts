/** Files past their period: papers, PDFs, logs and backups. */
import { opendir, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { EpochMs } from '#shared/core/brand.ts'
import { ulidTime } from '#shared/core/ulid-time.ts'
import { oldBackups } from '#shared/customers/retention.ts'
import { isGoodBackup, listBackups } from '../../kernel/backup-files.ts'
import type { PeopleParts } from './people-parts.ts'
import { logFiles } from './person-files.ts'
import { PAPER_IS_OVER } from './person-rows.ts'

/** Files looked at before the counter has its turn. */
const PIECE_FILES = 100

/** Names in a folder, a few at a time; none of a folder that is not there. */
async function* namesIn(folder: string): AsyncGenerator<readonly string[]> {
  try {
    let piece: string[] = []
    for await (const { name } of await opendir(folder)) {
      piece.push(name)
      if (piece.length < PIECE_FILES) continue
      yield piece
      piece = []
    }
    yield piece
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error
  }
}

/** Before this moment; a file without a time in its name by when it was written. */
async function isOld(folder: string, name: string, cutoff: EpochMs): Promise<boolean> {
  const made = ulidTime(name.slice(0, 26))
  if (made !== null) return made < cutoff
  const found = await stat(join(folder, name)).catch(() => null)
  return found !== null && found.mtimeMs < cutoff
}

type Judge = (id: string) => boolean

/** Deletes what is old and nobody waits for. `after` hears of each that is gone. */
async function* expireNamed(
  folder: string,
  cutoff: EpochMs,
  isOver: Judge,
  forget: (name: string) => void = () => {},
): AsyncGenerator<number> {
  for await (const names of namesIn(folder)) {
    let count = 0
    for (const name of names) {
      if (!(await isOld(folder, name, cutoff)) || !isOver(name.slice(0, 26))) continue
      forget(name)
      await rm(join(folder, name), { force: true })
      count += 1
    }
    yield count
  }
}

/** Pictures and printer bytes; of a paper that nobody knows, a test page, by its age alone. */
export async function* expirePictures(
  { db, paperFolder }: Pick<PeopleParts, 'db' | 'paperFolder'>,
  cutoff: EpochMs,
): AsyncGenerator<number> {
  const open = db.prepare<[string]>(`SELECT 1 FROM print_job WHERE id = ? AND NOT ${PAPER_IS_OVER}`)
  yield* expireNamed(paperFolder, cutoff, (jobId) => open.get(jobId) === undefined)
}

/** A PDF that is missed later is asked for again. Its period is never shorter than the law's. */
export async function* expirePdfs(
  { db, pdfFolder }: Pick<PeopleParts, 'db' | 'pdfFolder'>,
  cutoff: EpochMs,
): AsyncGenerator<number> {
  const busy = db.prepare<[string, string]>(`SELECT 1 FROM receipt WHERE sale_id = ?
      AND issue_state <> 'numbered'
    UNION ALL SELECT 1 FROM print_job WHERE sale_id = ? AND NOT ${PAPER_IS_OVER}`)
  const forget = db.prepare('DELETE FROM receipt_pdf WHERE file_name = ?')
  yield* expireNamed(
    pdfFolder,
    cutoff,
    (saleId) => busy.get(saleId, saleId) === undefined,
    (name) => void forget.run(name),
  )
}

/** By when they were last written to; the one in use is written to every day. */
export async function* expireLogs(
  { logFolder }: Pick<PeopleParts, 'logFolder'>,
  cutoff: EpochMs,
): AsyncGenerator<number> {
  for (const file of logFiles(logFolder)) {
    const found = await stat(file).catch(() => null)
    if (found === null || found.mtimeMs >= cutoff) continue
    await rm(file, { force: true })
    yield 1
  }
}

/** While the newest copy is not whole, none goes: the one to be needed is among the others. */
export async function* expireBackups(
  { folder }: Pick<PeopleParts, 'folder'>,
  cutoff: EpochMs,
): AsyncGenerator<number> {
  const backups = listBackups(folder.backups)
  const old = oldBackups(backups, cutoff)
  const [newest] = backups
  if (old.length === 0 || newest === undefined) return
  if (!(await isGoodBackup(join(folder.backups, newest.name)))) return
  for (const { name } of old) {
    await rm(join(folder.backups, name), { force: true })
    await rm(join(folder.backups, `${name}.sha256`), { force: true })
    yield 1
  }
}
