/** One program a folder: the second leaves a word for the first, as Chromium's singleton does. */
import {
  existsSync,
  mkdirSync,
  readFileSync,
  rmSync,
  unlinkSync,
  watch,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'

export interface SecondInstance {
  readonly argv: string[]
  readonly cwd: string
  readonly additionalData: unknown
}

/** The way to let go, or null when another program holds the folder. */
export function takeInstanceLock(
  folder: string,
  additionalData: unknown,
  onSecond: (second: SecondInstance) => void,
): (() => void) | null {
  mkdirSync(folder, { recursive: true })
  const lockFile = join(folder, 'StandInLock')
  const requestFile = join(folder, 'StandInRequest')
  const holder = existsSync(lockFile) ? Number(readFileSync(lockFile, 'utf8')) : 0
  if (holder > 0 && holder !== process.pid && isAlive(holder)) {
    const second: SecondInstance = { argv: process.argv, cwd: process.cwd(), additionalData }
    writeFileSync(requestFile, JSON.stringify(second))
    return null
  }
  writeFileSync(lockFile, String(process.pid))
  rmSync(requestFile, { force: true })
  watch(folder, (_event, name) => {
    if (name !== 'StandInRequest' || !existsSync(requestFile)) return
    let second: SecondInstance
    try {
      second = JSON.parse(readFileSync(requestFile, 'utf8')) as SecondInstance
    } catch {
      return // Half written: the rest of it is another event.
    }
    unlinkSync(requestFile)
    onSecond(second)
  }).unref()
  return () => rmSync(lockFile, { force: true })
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch {
    return false
  }
}
