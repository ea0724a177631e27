/** The sticks and network folders of this machine that hold copies. */
import { access, readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { placeMark } from '#till/backup/support/copies-on-medium.ts'

const MEDIA_MAX = 8
const MOUNTS_MAX = 50
/** A network folder whose cable is out may never answer. */
const ANSWERS_WITHIN_MS = 3_000
const VOLUMES = '/Volumes'
/** Drives after the system's own. */
const WINDOWS_DRIVES = [...'DEFGHIJKLMNOPQRSTUVWXYZ'].map((letter) => `${letter}:\\`)

export async function mediaWithCopies(list = mountedMedia): Promise<readonly string[]> {
  const asked = (await list()).map(async (folder) => {
    const isThere = access(placeMark(folder)).then(
      () => true,
      () => false,
    )
    return (await Promise.race([isThere, wait(ANSWERS_WITHIN_MS, false, { ref: false })]))
      ? [folder]
      : []
  })
  return (await Promise.all(asked)).flat().slice(0, MEDIA_MAX)
}

export async function mountedMedia(platform = process.platform): Promise<readonly string[]> {
  if (platform === 'win32') return WINDOWS_DRIVES
  try {
    return platform === 'darwin'
      ? (await readdir(VOLUMES)).map((name) => join(VOLUMES, name))
      : mediaIn(await readFile('/proc/self/mountinfo', 'utf8')).slice(0, MOUNTS_MAX)
  } catch {
    // A system that says nothing of it: the folder can be typed.
    return []
  }
}

/** A disk, or another computer's folder: `/dev/sdb1`, `//server/share`, `server:/share`. */
const SOURCE = /^(\/dev\/(?!loop)|\/\/|[^/]+:\/)/
const SYSTEMS_OWN = /^\/($|boot(\/|$)|efi(\/|$)|snap\/|etc\/|proc\/|sys\/|dev\/|var\/lib\/)/

/** Of Linux's list of mounts, what was mounted last first. */
export function mediaIn(mountInfo: string): string[] {
  const folders = mountInfo.split('\n').flatMap((line) => {
    const [before = '', after = ''] = line.split(' - ')
    const folder = before.split(' ')[4]
    const source = after.split(' ')[1] ?? ''
    if (folder === undefined || !SOURCE.test(source)) return []
    const named = folder.replace(/\\([0-7]{3})/g, (_, octal: string) =>
      String.fromCharCode(Number.parseInt(octal, 8)),
    )
    return SYSTEMS_OWN.test(named) ? [] : [named]
  })
  return [...new Set(folders.reverse())]
}
