/**
 * The foreign service's own books: an append-only file, read again at every start, so that kill -9
 * takes nothing that was answered.
 */
import { appendFileSync, existsSync, mkdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

export interface Issued {
  readonly reference: string
  /** It counts its documents; the contract's ids are text. */
  readonly id: number
  readonly type: string
  readonly folio: number
  readonly total: number
  readonly date: string
  /** Credit notes: type and folio of what they are about. */
  readonly about: string | null
}

/**
 * Bytes that came under a reference, by their hash; another hash for the same reference is a broken
 * promise.
 */
interface Asked {
  readonly asked: string
  readonly sha256: string
}

export interface Ledger {
  readonly issued: readonly Issued[]
  byReference(reference: string): Issued | undefined
  byId(id: number): Issued | undefined
  byFolio(type: string, folio: number): Issued | undefined
  add(document: Issued): void
  /** False = these are other bytes than before. */
  noteBytes(reference: string, sha256: string): boolean
}

export const LEDGER_FILE = 'ledger.jsonl'

export function openLedger(folder: string): Ledger {
  mkdirSync(folder, { recursive: true })
  const file = join(folder, LEDGER_FILE)
  const issued: Issued[] = []
  const hashes = new Map<string, string>()
  const [references, ids, folios] = [
    new Map<string, Issued>(),
    new Map<number, Issued>(),
    new Map<string, Issued>(),
  ]
  const index = (document: Issued) => {
    issued.push(document)
    references.set(document.reference, document)
    ids.set(document.id, document)
    folios.set(`${document.type}/${document.folio}`, document)
  }
  for (const line of readLines(file)) {
    const entry = JSON.parse(line) as Issued | Asked
    if ('asked' in entry) hashes.set(entry.asked, hashes.get(entry.asked) ?? entry.sha256)
    else index(entry)
  }
  const write = (entry: Issued | Asked) => appendFileSync(file, `${JSON.stringify(entry)}\n`)
  return {
    issued,
    byReference: (reference) => references.get(reference),
    byId: (id) => ids.get(id),
    byFolio: (type, folio) => folios.get(`${type}/${folio}`),
    add(document) {
      write(document)
      index(document)
    },
    noteBytes(reference, sha256) {
      const before = hashes.get(reference)
      if (before === sha256) return true
      write({ asked: reference, sha256 })
      if (before === undefined) hashes.set(reference, sha256)
      return before === undefined
    },
  }
}

/** Whole lines only: the last one may have been cut by a death. */
function readLines(file: string): string[] {
  if (!existsSync(file)) return []
  const lines = readFileSync(file, 'utf8').split('\n')
  return lines.slice(0, -1).filter((line) => line.endsWith('}'))
}

/** For whoever judges: what it issued, and the references that came with different bytes. */
export function readBooks(folder: string): {
  readonly issued: readonly Issued[]
  readonly otherBytes: readonly string[]
} {
  const hashes = new Map<string, Set<string>>()
  const issued: Issued[] = []
  for (const line of readLines(join(folder, LEDGER_FILE))) {
    const entry = JSON.parse(line) as Issued | Asked
    if ('asked' in entry)
      hashes.set(entry.asked, (hashes.get(entry.asked) ?? new Set()).add(entry.sha256))
    else issued.push(entry)
  }
  return {
    issued,
    otherBytes: [...hashes].filter(([, seen]) => seen.size > 1).map(([reference]) => reference),
  }
}
