/**
 * As much of the Internet Printing Protocol as it takes to ask a print server about a queue and a
 * job: CUPS's own programs do not tell either in a form a program can rely on. RFC 8010 is the
 * encoding.
 */
import { request as httpRequest } from 'node:http'
import { userInfo } from 'node:os'

export const OPERATION = { getJobAttributes: 0x0009, getPrinterAttributes: 0x000b } as const

interface IppQuestion {
  readonly operation: number
  /** What is asked about, e.g. `printer-uri` and `ipp://localhost/printers/Caja-1`. */
  readonly target: readonly [name: string, uri: string]
  readonly wanted: readonly string[]
}

/**
 * Every value of every attribute; numbers for integers and enums. An attribute without a value yet
 * is an empty list.
 */
export type IppAttributes = ReadonlyMap<string, readonly (string | number)[]>

interface IppAnswer {
  readonly status: number
  readonly attributes: IppAttributes
}

export const STATUS_NOT_FOUND = 0x0406

const TAG = {
  operationAttributes: 0x01,
  end: 0x03,
  integer: 0x21,
  enum: 0x23,
  keyword: 0x44,
  name: 0x42,
  uri: 0x45,
  charset: 0x47,
  language: 0x48,
} as const
/** Tags below it begin a group, those from it to `FIRST_VALUE` say that there is no value. */
const FIRST_OUT_OF_BAND = 0x10
const FIRST_VALUE = 0x20
const ANSWER_BYTES_MAX = 256 * 1024
const ANSWER_TIMEOUT_MS = 10_000

/**
 * Null where no print server answers. `server` is a socket's path or `host:port`, as `lpstat -H`
 * says it.
 */
export function askIpp(
  server: string,
  question: IppQuestion,
  timeoutMs = ANSWER_TIMEOUT_MS,
): Promise<IppAnswer | null> {
  const body = encodeIpp(question)
  return new Promise((resolve) => {
    const headers = { host: 'localhost', 'content-type': 'application/ipp' }
    const request = httpRequest({
      ...addressOf(server),
      method: 'POST',
      path: '/',
      headers: { ...headers, 'content-length': body.length },
    })
    const end = (answer: IppAnswer | null) => {
      clearTimeout(deadline)
      resolve(answer)
      request.destroy()
    }
    // Whatever comes or does not: a switched protocol raises no other event.
    const deadline = setTimeout(() => end(null), timeoutMs)
    request.on('response', (response) => {
      const parts: Buffer[] = []
      let bytes = 0
      response.on('data', (part: Buffer) => {
        bytes += part.length
        if (bytes > ANSWER_BYTES_MAX) end(null)
        else parts.push(part)
      })
      response.on('error', () => end(null))
      response.on('close', () => end(response.complete ? parseIpp(Buffer.concat(parts)) : null))
    })
    request.on('upgrade', (_response, socket) => {
      socket.destroy()
      end(null)
    })
    request.on('error', () => end(null))
    request.end(body)
  })
}

function addressOf(
  server: string,
): { readonly socketPath: string } | { readonly host: string; readonly port: number } {
  if (server.startsWith('/')) return { socketPath: server }
  const [, host = 'localhost', port = '631'] =
    /^\[?([^\]/]+?)\]?(?::(\d+))?(?:\/.*)?$/.exec(server) ?? []
  return { host, port: Number(port) }
}

export function encodeIpp({ operation, target, wanted }: IppQuestion): Buffer {
  const head = Buffer.alloc(8)
  head.writeUInt16BE(0x0200, 0)
  head.writeUInt16BE(operation, 2)
  head.writeUInt32BE(1, 4)
  return Buffer.concat([
    head,
    Buffer.of(TAG.operationAttributes),
    attribute(TAG.charset, 'attributes-charset', 'utf-8'),
    attribute(TAG.language, 'attributes-natural-language', 'en'),
    attribute(TAG.uri, target[0], target[1]),
    // Some of what it knows a server tells to the owner of a job alone.
    attribute(TAG.name, 'requesting-user-name', userInfo().username),
    // Further values of the same attribute come without its name.
    ...wanted.map((name, index) =>
      attribute(TAG.keyword, index === 0 ? 'requested-attributes' : '', name),
    ),
    Buffer.of(TAG.end),
  ])
}

function attribute(tag: number, name: string, value: string): Buffer {
  return Buffer.concat([Buffer.of(tag), sized(name), sized(value)])
}

function sized(text: string): Buffer {
  const bytes = Buffer.from(text)
  const length = Buffer.alloc(2)
  length.writeUInt16BE(bytes.length)
  return Buffer.concat([length, bytes])
}

/** Null for anything that is not a whole answer. */
export function parseIpp(bytes: Buffer): IppAnswer | null {
  if (bytes.length < 9) return null
  const attributes = new Map<string, (string | number)[]>()
  let name = ''
  let at = 8
  while (at < bytes.length) {
    const tag = bytes.readUInt8(at)
    at += 1
    if (tag === TAG.end) return { status: bytes.readUInt16BE(2), attributes }
    if (tag < FIRST_OUT_OF_BAND) continue
    const [nameBytes, value] = [
      sizedAt(bytes, at),
      sizedAt(bytes, at + 2 + (sizedAt(bytes, at)?.length ?? 0)),
    ]
    if (nameBytes === null || value === null) return null
    at += 4 + nameBytes.length + value.length
    if (nameBytes.length > 0) name = nameBytes.toString()
    const values = attributes.get(name) ?? []
    attributes.set(name, values)
    if (tag < FIRST_VALUE) continue
    const isNumber = (tag === TAG.integer || tag === TAG.enum) && value.length === 4
    values.push(isNumber ? value.readInt32BE() : value.toString())
  }
  return null
}

function sizedAt(bytes: Buffer, at: number): Buffer | null {
  if (at + 2 > bytes.length) return null
  const end = at + 2 + bytes.readUInt16BE(at)
  return end > bytes.length ? null : bytes.subarray(at + 2, end)
}
