/** A copy, read back into files of the till's own. */
import { closeSync, fsyncSync, mkdirSync, openSync, rmSync, writeSync } from 'node:fs'
import { join } from 'node:path'
import { filesBeside } from '../durability/restored-files.ts'
import type { CopyList } from './copy-list.ts'
import { readCopy } from './read-copy.ts'
import { onOwnDisk } from './trouble.ts'
import type { Work, WorkPhase } from './work.ts'
import type { CopyPlace } from './write-copy.ts'

/**
 * The database as `into`, what else there is in a folder beside it. Throws COPY_DAMAGED,
 * COPY_PLACE_PULLED or OWN_DISK_FULL; nothing is left of it then.
 */
export async function unpack(
  place: CopyPlace,
  into: string,
  phase: WorkPhase,
  work: Work,
): Promise<CopyList> {
  const beside = filesBeside(into)
  rmSync(beside, { recursive: true, force: true })
  let handle: number | null = null
  const finish = () => {
    if (handle !== null) fsyncSync(handle)
    close()
  }
  const close = () => {
    if (handle !== null) closeSync(handle)
    handle = null
  }
  const open = (name: string) =>
    onOwnDisk(() => {
      finish()
      if (name !== 'till.db') mkdirSync(join(beside, 'pdf'), { recursive: true, mode: 0o700 })
      const opened = openSync(name === 'till.db' ? into : join(beside, name), 'w', 0o600)
      handle = opened
      return (plain: Uint8Array) =>
        onOwnDisk(() => {
          for (let done = 0; done < plain.length; ) done += writeSync(opened, plain, done)
        })
    })
  try {
    const list = await readCopy(place, { into: open, phase }, work)
    onOwnDisk(finish)
    return list
  } catch (error) {
    rmSync(into, { force: true })
    rmSync(beside, { recursive: true, force: true })
    throw error
  } finally {
    close()
  }
}
