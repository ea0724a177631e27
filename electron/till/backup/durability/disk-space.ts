/**
 * Room on the disk: warned about early, and a reserve to give back when it is gone all the same.
 */
import type { Log } from '#shared/core/ports.ts'
import { closeSync, fsyncSync, openSync, rmSync, statfsSync, statSync, writeSync } from 'node:fs'
import { dirname } from 'node:path'
import type { Clock, Randomness } from '../../kernel/ports.ts'

export const LOW_SPACE_BYTES = 1_000_000_000
const BALLAST_BYTES = 64 * 1024 * 1024

interface DiskSpacePorts {
  readonly ballastFile: string
  readonly clock: Clock
  readonly randomness: Randomness
  readonly onChange: () => void
  readonly log: Log
  /** Free bytes for this user; another for tests. */
  readonly freeBytes?: (folder: string) => number
}

interface DiskSpace {
  start(): void
  stop(): void
  /** Less than 1 GB is free. */
  isLow(): boolean
  /** At this moment; null when the disk does not tell. */
  freeBytes(): number | null
  /** It took nothing a moment ago. */
  isFull(): boolean
  /**
   * The disk is full: the ballast goes, so that what is sold already can still be issued and
   * printed, and a person is told.
   */
  refused(): void
}

const BALLAST_CHUNK_BYTES = 1024 * 1024
const LOOK_EVERY_MS = 60_000
/** Between two megabytes of ballast, and before the first. */
const BALLAST_PAUSE_MS = 500
/**
 * Said this long after the disk last refused something: what has to be written is tried again
 * sooner, so while it is full it stays said.
 */
const FULL_SAID_MS = 120_000

export function createDiskSpace({
  ballastFile,
  clock,
  randomness,
  onChange,
  log,
  freeBytes = freeBytesAt,
}: DiskSpacePorts): DiskSpace {
  let low = false
  let cancelTimer: () => void = () => {}
  const full = createFullNote(clock, onChange)
  const look = () => {
    const hasGrown = lookOnce()
    cancelTimer = clock.after(hasGrown ? BALLAST_PAUSE_MS : LOOK_EVERY_MS, look)
  }
  /** True = the reserve has grown, and may need more. */
  const lookOnce = (): boolean => {
    const free = readFree()
    if (free === null) return false
    const isLow = free < LOW_SPACE_BYTES
    if (isLow !== low) {
      low = isLow
      log(isLow ? 'disk space is low' : 'disk space is fine again', { freeBytes: free })
      onChange()
    }
    // Made again only with room to spare, and one megabyte a turn so that the counter never waits
    // for 64.
    return free > LOW_SPACE_BYTES + 2 * BALLAST_BYTES && growBallast()
  }
  const readFree = (): number | null => {
    try {
      return freeBytes(dirname(ballastFile))
    } catch (error) {
      log('free disk space cannot be read', { error: String(error) })
      return null
    }
  }
  // Random bytes: a file system that compresses would keep zeros in no space at all. The same
  // megabyte again: it looks through far less at a time, and 64 of them would stay in memory.
  let chunk: Uint8Array | null = null
  const growBallast = () => {
    const isWhole = sizeOf(ballastFile) >= BALLAST_BYTES
    chunk = isWhole ? null : (chunk ?? randomness.bytes(BALLAST_CHUNK_BYTES))
    return chunk !== null && appendChunk(ballastFile, chunk)
  }
  return {
    start: () => {
      cancelTimer = clock.after(BALLAST_PAUSE_MS, look)
    },
    stop() {
      cancelTimer()
      full.stop()
    },
    isLow: () => low,
    freeBytes: readFree,
    isFull: full.isSaid,
    refused() {
      const bytes = sizeOf(ballastFile)
      if (bytes > 0 || !full.isSaid()) log('disk full: the reserve is given back', { bytes })
      full.note()
      rmSync(ballastFile, { force: true })
    },
  }
}

/** That the disk refused something a moment ago. */
function createFullNote(clock: Clock, onChange: () => void) {
  let saidUntilMs = Number.NEGATIVE_INFINITY
  let cancelTimer: () => void = () => {}
  const isSaid = () => clock.monotonicMs() < saidUntilMs
  return {
    isSaid,
    note() {
      const wasSaid = isSaid()
      saidUntilMs = clock.monotonicMs() + FULL_SAID_MS
      cancelTimer()
      cancelTimer = clock.after(FULL_SAID_MS, onChange)
      if (!wasSaid) onChange()
    },
    stop: () => cancelTimer(),
  }
}

/** With less than this a till cannot even be opened. */
const OPENING_BYTES = 16 * 1024 * 1024

/**
 * Before the till is opened: on a full disk the reserve goes first, or what is sold could not be
 * sent any more.
 */
export function giveBackIfFull({
  ballastFile,
  log,
  freeBytes = freeBytesAt,
}: Pick<DiskSpacePorts, 'ballastFile' | 'log' | 'freeBytes'>): void {
  const bytes = sizeOf(ballastFile)
  if (bytes === 0 || freeBytes(dirname(ballastFile)) >= OPENING_BYTES) return
  log('disk full at the start: the reserve is given back', { bytes })
  rmSync(ballastFile, { force: true })
}

/** Bytes this user may still write below a folder. */
export function freeBytesAt(folder: string): number {
  const { bavail, bsize } = statfsSync(folder)
  return bavail * bsize
}

function appendChunk(file: string, bytes: Uint8Array): boolean {
  let handle: number | null = null
  try {
    handle = openSync(file, 'a', 0o600)
    writeSync(handle, bytes)
    fsyncSync(handle)
    return true
  } catch {
    return false
  } finally {
    if (handle !== null) closeSync(handle)
  }
}

function sizeOf(file: string): number {
  return statSync(file, { throwIfNoEntry: false })?.size ?? 0
}
