/**
 * The file system under a program that dies, or a medium that fails, at its n-th change: counted in
 * this process, so that every change can have its turn. SQLite's own are in `test/crash`.
 */
import fs from 'node:fs'
import { syncBuiltinESMExports } from 'node:module'

/** The program is dead from here on: nothing after it reaches the disk. */
export class PowerCut extends Error {}

interface Cut {
  /** From this change on; Infinity = none, they are only counted. */
  readonly at: number
  /** Of the medium that fails; absent = the program dies, and nothing is changed anywhere. */
  readonly medium?: { readonly folder: string; readonly code: string }
}

export interface CutEnd<Value> {
  readonly value: Value | null
  readonly error: unknown
  /** Changes that were asked for, up to the cut. */
  readonly changes: number
}

const BY_PATH = ['renameSync', 'rmSync', 'mkdirSync', 'writeFileSync', 'copyFileSync', 'chmodSync']
const BY_HANDLE = ['writeSync', 'fsyncSync', 'ftruncateSync']

type AnyCall = (...given: unknown[]) => unknown

export async function cutAt<Value>(
  cut: Cut,
  work: () => Value | Promise<Value>,
): Promise<CutEnd<Value>> {
  const { end, changes } = strikeAt(cut)
  try {
    return { value: await work(), error: null, changes: changes() }
  } catch (error) {
    return { value: null, error, changes: changes() }
  } finally {
    end()
  }
}

function strikeAt({ at, medium }: Cut): { readonly end: () => void; changes: () => number } {
  const calls = fs as unknown as Record<string, AnyCall>
  const names = [...BY_PATH, ...BY_HANDLE, 'openSync']
  const real = new Map(names.map((name) => [name, calls[name]!]))
  const onMedium = new Set<number>()
  const isWatched = (path: unknown) =>
    medium === undefined || String(path).startsWith(medium.folder)
  let changes = 0
  const strike = () => {
    changes += 1
    if (changes < at) return
    if (medium === undefined) throw new PowerCut(`at ${at}`)
    throw Object.assign(new Error(medium.code), { code: medium.code })
  }
  for (const name of BY_PATH)
    calls[name] = (...given) => {
      if (isWatched(given[0])) strike()
      return real.get(name)!(...given)
    }
  for (const name of BY_HANDLE)
    calls[name] = (...given) => {
      if (medium === undefined || onMedium.has(given[0] as number)) strike()
      return real.get(name)!(...given)
    }
  calls['openSync'] = (...given) => {
    const isChange = given[1] !== undefined && given[1] !== 'r'
    if (isChange && isWatched(given[0])) strike()
    const handle = real.get('openSync')!(...given) as number
    if (isWatched(given[0])) onMedium.add(handle)
    else onMedium.delete(handle)
    return handle
  }
  syncBuiltinESMExports()
  const end = () => {
    for (const [name, call] of real) calls[name] = call
    syncBuiltinESMExports()
  }
  return { end, changes: () => changes }
}
