/**
 * Where a release is read from: a folder, or an address over TLS that leads nowhere else.
 * Everything has an end: bytes, time, and the number of turns.
 */
import { open } from 'node:fs/promises'
import type { IncomingMessage } from 'node:http'
import { request } from 'node:https'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
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

export function openSource(place: UpdatePlace): Source {
  const name = place.kind === 'folder' ? place.path : place.baseUrl
  const away = (error: unknown) =>
    error instanceof UpdateRefused
      ? error
      : new UpdateRefused('UPDATE_PLACE_AWAY', { place: name, detail: codeOf(error) })
  const openFile = (file: string, endMs: number) =>
    place.kind === 'folder' ? inFolder(place.path, file) : onWeb(place.baseUrl, file, endMs)
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

async function inFolder(folder: string, file: string): Promise<Readable> {
  const handle = await open(join(folder, file), 'r')
  if ((await handle.stat()).isFile()) return handle.createReadStream()
  await handle.close()
  throw coded('EISDIR')
}

/** Redirected within its own origin only: elsewhere nobody has chosen. */
async function onWeb(baseUrl: string, file: string, endMs: number): Promise<Readable> {
  const { origin } = new URL(baseUrl)
  const signal = AbortSignal.timeout(endMs)
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
