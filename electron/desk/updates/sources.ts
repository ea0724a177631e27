/**
 * Where a release is read from: a folder, or an address over TLS that leads nowhere else.
 * Everything has an end: bytes, time, and the number of turns.
 */
import { constants } from 'node:fs'
import { open } from 'node:fs/promises'
import type { IncomingMessage } from 'node:http'
import { request } from 'node:https'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import type { UpdatePlace } from '#shared/updates/place.ts'
import { codeOf, UpdateRefused } from './trouble.ts'

const SILENCE_MS_MAX = 30_000
const SMALL_FILE_MS_MAX = 60_000
const INSTALLER_MS_MAX = 2 * 3_600_000
const TURNS_MAX = 3

export interface Source {
  /** As the owner knows it. */
  readonly name: string
  /** Rejects with UpdateRefused: it is not there, or larger than that. */
  read(file: string, bytesMax: number): Promise<Buffer>
  /** Whoever reads it counts its bytes. */
  stream(file: string): Promise<Readable>
}

/** `folderFile` opens what lies in a folder, which may be a network's and hang. */
export function openSource(place: UpdatePlace, folderFile = inFolder): Source {
  const name = place.kind === 'folder' ? place.path : place.baseUrl
  const away = (error: unknown) =>
    error instanceof UpdateRefused
      ? error
      : new UpdateRefused('UPDATE_PLACE_AWAY', { place: name, detail: codeOf(error) })
  const openFile = async (file: string, endMs: number): Promise<Readable> => {
    const opening =
      place.kind === 'folder'
        ? folderFile(place.path, file)
        : onWeb(place.baseUrl, file, AbortSignal.timeout(endMs))
    const stream = await inTime(opening, SILENCE_MS_MAX).catch((error: unknown) => {
      // What opens after all is closed.
      opening.then(
        (late) => late.destroy(),
        () => {},
      )
      throw error
    })
    return Readable.from(patiently(stream, endMs))
  }
  return {
    name,
    async read(file, bytesMax) {
      try {
        return await allOf(await openFile(file, SMALL_FILE_MS_MAX), bytesMax)
      } catch (error) {
        throw away(error)
      }
    },
    stream: (file) =>
      openFile(file, INSTALLER_MS_MAX).catch((error: unknown) => {
        throw away(error)
      }),
  }
}

/** Rejects with SILENT; what it waited for goes on by itself. */
async function inTime<Value>(waited: Promise<Value>, ms: number): Promise<Value> {
  const silence = Promise.withResolvers<never>()
  const timer = setTimeout(() => silence.reject(coded('SILENT')), ms)
  try {
    return await Promise.race([waited, silence.promise])
  } finally {
    clearTimeout(timer)
  }
}

/** Piece by piece, each within its time and all within `endMs`: a network's folder just hangs. */
async function* patiently(stream: Readable, endMs: number): AsyncGenerator<Buffer> {
  const untilMs = performance.now() + endMs
  const pieces = stream[Symbol.asyncIterator]()
  try {
    for (;;) {
      const leftMs = Math.max(0, untilMs - performance.now())
      const next = await inTime(pieces.next(), Math.min(SILENCE_MS_MAX, leftMs))
      if (next.done === true) return
      yield next.value as Buffer
    }
  } finally {
    stream.destroy()
  }
}

async function inFolder(folder: string, file: string): Promise<Readable> {
  // Without it a pipe nobody writes to is never open, and one thread of four waits for it.
  const handle = await open(join(folder, file), constants.O_RDONLY | (constants.O_NONBLOCK ?? 0))
  if ((await handle.stat()).isFile()) return handle.createReadStream()
  await handle.close()
  throw coded('EISDIR')
}

/** Redirected within its own origin only: elsewhere nobody has chosen. */
async function onWeb(baseUrl: string, file: string, signal: AbortSignal): Promise<Readable> {
  const { origin } = new URL(baseUrl)
  let url = new URL(file, baseUrl)
  for (let turn = 0; turn <= TURNS_MAX; turn += 1) {
    const answer = await ask(url, signal)
    const { statusCode = 0, headers } = answer
    if (statusCode === 200) return answer
    answer.destroy()
    if (statusCode < 300 || statusCode > 399 || headers.location === undefined)
      throw coded(`HTTP ${statusCode}`)
    url = new URL(headers.location, url)
    if (url.origin !== origin) throw coded('REDIRECTED_ELSEWHERE')
  }
  throw coded('REDIRECTED_TOO_OFTEN')
}

function ask(url: URL, signal: AbortSignal): Promise<IncomingMessage> {
  return new Promise((resolve, reject) => {
    const asked = request(url, { signal, timeout: SILENCE_MS_MAX, agent: false }, (answer) => {
      answer.on('error', () => {})
      resolve(answer)
    })
    asked.on('timeout', () => asked.destroy(coded('SILENT')))
    asked.on('error', reject)
    asked.end()
  })
}

async function allOf(stream: Readable, bytesMax: number): Promise<Buffer> {
  const pieces: Buffer[] = []
  let bytes = 0
  for await (const piece of stream) {
    bytes += (piece as Buffer).length
    if (bytes > bytesMax) throw coded('TOO_LARGE')
    pieces.push(piece as Buffer)
  }
  return Buffer.concat(pieces)
}

const coded = (code: string) => Object.assign(new Error(code), { code })
