/**
 * Witnesses in the user's state folder: of each till one file that is flushed at its opening, and
 * one block beside it that is written in place after each sale. The block is checked and belongs to
 * one opening; a torn or missing one leaves what was flushed.
 */
import { createHash } from 'node:crypto'
import {
  closeSync,
  existsSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeSync,
} from 'node:fs'
import { homedir } from 'node:os'
import { join } from 'node:path'
import { z } from 'zod'
import type { EpochMs } from '#shared/core/brand.ts'
import type { HighWaterMark, MachinePrint, Witness } from '#shared/backup/witness.ts'
import { writeDurably } from '../../../kernel/durable-files.ts'
import type { WitnessPort } from './witness-port.ts'

/** Written at once, whole, by any disk and system. */
const BLOCK_BYTES = 4_096
const CHECK_CHARS = 16
/** Of more tills than this the ones whose folder is gone are forgotten. */
const WITNESSES_MAX = 256

export const TILL_ID = /^[0-9a-f]{32}$/

const markSchema = z.object({
  lastSale: z.int().min(0),
  lastSaleAt: z.number().nullable(),
  folios: z.record(z.string(), z.int()),
})
const witnessSchema = z.object({
  tillId: z.string().regex(TILL_ID),
  folder: z.string(),
  machine: z.object({ system: z.string().nullable(), parts: z.array(z.string()) }),
  starts: z.int().min(0),
  mark: markSchema,
  isRetired: z.boolean().default(false),
  isShared: z.boolean().default(false),
})
const blockSchema = z.object({ starts: z.int(), mark: markSchema })

/**
 * Where the system keeps what programs remember of themselves: nobody copies it with their data.
 */
export function stateFolder(
  platform: NodeJS.Platform = process.platform,
  env: NodeJS.ProcessEnv = process.env,
): string {
  if (platform === 'win32')
    return join(env['LOCALAPPDATA'] ?? join(homedir(), 'AppData', 'Local'), 'Meson', 'Cajas')
  if (platform === 'darwin')
    return join(homedir(), 'Library', 'Application Support', 'Meson estado', 'cajas')
  return join(env['XDG_STATE_HOME'] || join(homedir(), '.local', 'state'), 'meson', 'tills')
}

export function createWitnessFiles(
  folder: string,
  machine: () => Promise<MachinePrint>,
): WitnessPort {
  let block: { readonly handle: number; readonly starts: number } | null = null
  const close = () => {
    if (block !== null) closeSync(block.handle)
    block = null
  }
  const note = (mark: HighWaterMark) => {
    if (block === null) return
    writeSync(block.handle, blockOf({ starts: block.starts, mark }), 0, BLOCK_BYTES, 0)
  }
  return {
    machine,
    read: (tillId) => readWitness(folder, tillId),
    keep(witness) {
      close()
      mkdirSync(folder, { recursive: true, mode: 0o700 })
      const file = fileOf(folder, witness.tillId)
      if (!existsSync(file)) forgetGone(folder)
      writeDurably(file, JSON.stringify(witness))
      block = { handle: openSync(markOf(file), 'w', 0o600), starts: witness.starts }
      note(witness.mark)
    },
    note,
    retire(tillId) {
      const witness = readWitness(folder, tillId)
      if (witness !== null)
        writeDurably(fileOf(folder, tillId), JSON.stringify({ ...witness, isRetired: true }))
    },
    close,
  }
}

/** With the newest mark there is. Null where nothing of it can be read. */
export function readWitness(folder: string, tillId: string): Witness | null {
  if (!TILL_ID.test(tillId)) return null
  const file = fileOf(folder, tillId)
  const kept = witnessSchema.safeParse(jsonIn(file)).data
  if (kept?.tillId !== tillId) return null
  const newest = blockSchema.safeParse(blockIn(markOf(file))).data
  const { lastSaleAt, ...mark } = newest?.starts === kept.starts ? newest.mark : kept.mark
  return { ...kept, mark: { ...mark, lastSaleAt: lastSaleAt as EpochMs | null } }
}

const fileOf = (folder: string, tillId: string) => join(folder, `${tillId}.json`)
const markOf = (file: string) => file.replace(/\.json$/, '.mark')
const checkOf = (text: string) =>
  createHash('sha256').update(text).digest('hex').slice(0, CHECK_CHARS)

function blockOf(content: z.input<typeof blockSchema>): Buffer {
  const room = BLOCK_BYTES - CHECK_CHARS
  const whole = JSON.stringify(content)
  // Of too many series the sales alone: they are what the mark is for.
  const text =
    Buffer.byteLength(whole) <= room
      ? whole
      : JSON.stringify({ ...content, mark: { ...content.mark, folios: {} } })
  return Buffer.from((checkOf(text) + text).padEnd(BLOCK_BYTES)).subarray(0, BLOCK_BYTES)
}

function blockIn(file: string): unknown {
  const whole = textOf(file).trimEnd()
  const text = whole.slice(CHECK_CHARS)
  return checkOf(text) === whole.slice(0, CHECK_CHARS) ? parsed(text) : null
}

const jsonIn = (file: string) => parsed(textOf(file))

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}

function textOf(file: string): string {
  try {
    return readFileSync(file, 'utf8')
  } catch {
    return ''
  }
}

/** Tests and trials come and go; a till whose disk is only away has its place among the many. */
function forgetGone(folder: string): void {
  const files = readdirSync(folder).filter((name) => name.endsWith('.json'))
  if (files.length < WITNESSES_MAX) return
  for (const name of files) {
    const kept = witnessSchema.safeParse(jsonIn(join(folder, name))).data
    if (kept !== undefined && existsSync(kept.folder)) continue
    rmSync(join(folder, name), { force: true })
    rmSync(markOf(join(folder, name)), { force: true })
  }
}
