/**
 * A pepper that can be read by nobody any more is put aside, and nothing is thrown away. Support
 * cannot ask the system's keyring, so it only leaves word: the till, which can, decides when it
 * opens. One that the keyring opens stays, whatever support was asked for.
 */
import { existsSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { flushFolder } from '../kernel/durable-files.ts'
import type { TillFolder } from '../kernel/till-folder.ts'

export interface LostPepper {
  /** Support was asked for a PIN while the pepper was sealed. */
  readonly isAsked: () => boolean
  /** It opens, so nobody has to decide about it. */
  readonly forget: () => void
  /** Out of the way, under another name. Answers which. */
  readonly putAside: () => string
}

type Files = Pick<TillFolder, 'folder' | 'pinPepper'>

export function lostPepper({ folder, pinPepper }: Files): LostPepper {
  const word = `${pinPepper}.asked`
  return {
    isAsked: () => existsSync(word),
    forget: () => rmSync(word, { force: true }),
    putAside() {
      const aside = freeName(`${pinPepper}.lost`)
      if (existsSync(pinPepper)) renameSync(pinPepper, aside)
      rmSync(word, { force: true })
      flushFolder(folder)
      return aside
    },
  }
}

/** For the till to decide about when it opens. */
export function askAboutPepper({ folder, pinPepper }: Files): void {
  writeFileSync(`${pinPepper}.asked`, '', { mode: 0o600 })
  flushFolder(folder)
}

function freeName(wanted: string): string {
  for (let number = 1; ; number += 1) {
    const name = number === 1 ? wanted : `${wanted}-${number}`
    if (!existsSync(name)) return name
  }
}
