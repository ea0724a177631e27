/**
 * As much of PostgreSQL's protocol as the storage test needs: trusted connections over a socket file, one statement at a
 * time with text parameters. A real installation uses a real driver.
 */
import { connect, type Socket } from 'node:net'
import type { PostgresPool, PostgresPoolClient, PostgresQueryResult } from 'kysely'

const PROTOCOL_3 = 196_608
const NUMBERS: readonly number[] = [20, 21, 23, 700, 701, 1700]
const BYTEA = 17

export function createPool(socketFile: string, connections: number): PostgresPool {
  const all: WireClient[] = []
  const free: WireClient[] = []
  const waiting: ((client: WireClient) => void)[] = []
  const release = (client: WireClient) => {
    const next = waiting.shift()
    if (next === undefined) free.push(client)
    else next(client)
  }
  const take = async (): Promise<WireClient> => {
    const client = free.pop()
    if (client !== undefined) return client
    if (all.length === connections) return new Promise((resolve) => waiting.push(resolve))
    const opened = new WireClient(socketFile)
    all.push(opened)
    await opened.ready
    return opened
  }
  return {
    options: {},
    connect: async () => {
      const client = await take()
      const query = (sql: string, parameters: readonly unknown[] = []) => client.query(sql, parameters)
      return { query, release: () => release(client) } as PostgresPoolClient
    },
    end: () => {
      for (const client of all) client.end()
      return Promise.resolve()
    },
  }
}

interface Pending {
  readonly resolve: (result: PostgresQueryResult<unknown>) => void
  readonly reject: (error: Error) => void
  readonly columns: { readonly name: string; readonly type: number }[]
  readonly rows: unknown[]
  tag: string
  error: Error | null
}

class WireClient {
  readonly ready: Promise<unknown>
  readonly #socket: Socket
  #received = Buffer.alloc(0)
  #pending: Pending

  constructor(socketFile: string) {
    this.#socket = connect(socketFile)
    const first = Promise.withResolvers<PostgresQueryResult<unknown>>()
    this.#pending = pendingOf(first)
    this.ready = first.promise
    this.#socket.on('data', (chunk) => {
      this.#received = Buffer.concat([this.#received, chunk])
      this.#read()
    })
    this.#socket.on('error', (error) => this.#pending.reject(error))
    const hello = Buffer.from('user\0postgres\0database\0postgres\0\0')
    this.#socket.write(Buffer.concat([int32(hello.length + 8), int32(PROTOCOL_3), hello]))
  }

  query<R>(sql: string, parameters: readonly unknown[]): Promise<PostgresQueryResult<R>> {
    const result = Promise.withResolvers<PostgresQueryResult<unknown>>()
    this.#pending = pendingOf(result)
    this.#socket.write(Buffer.concat([
      message('P', Buffer.from(`\0${sql}\0`), int16(0)),
      message('B', Buffer.from('\0\0'), int16(0), int16(parameters.length), ...parameters.map(parameterBytes), int16(0)),
      message('D', Buffer.from('P\0')), message('E', Buffer.from('\0'), int32(0)), message('S'),
    ]))
    return result.promise as Promise<PostgresQueryResult<R>>
  }

  end(): void {
    this.#socket.end(message('X'))
  }

  #read(): void {
    while (this.#received.length >= 5) {
      const length = this.#received.readInt32BE(1)
      if (this.#received.length < length + 1) return
      const kind = String.fromCharCode(this.#received[0] ?? 0)
      const body = this.#received.subarray(5, length + 1)
      this.#received = this.#received.subarray(length + 1)
      this.#take(kind, body)
    }
  }

  #take(kind: string, body: Buffer): void {
    const pending = this.#pending
    if (kind === 'T') pending.columns.push(...columnsOf(body))
    if (kind === 'D') pending.rows.push(rowOf(body, pending.columns))
    if (kind === 'C') pending.tag = body.toString('utf8', 0, body.length - 1)
    if (kind === 'E') pending.error ??= new Error(body.toString().replaceAll('\0', ' '))
    if (kind !== 'Z') return
    if (pending.error !== null) return pending.reject(pending.error)
    const [command = ''] = pending.tag.split(' ')
    pending.resolve({
      command: command as 'SELECT', rowCount: Number(pending.tag.split(' ').at(-1) ?? 0) || 0, rows: pending.rows,
    })
  }
}

function pendingOf({ resolve, reject }: Pick<Pending, 'resolve' | 'reject'>): Pending {
  return { resolve, reject, columns: [], rows: [], tag: '', error: null }
}

function columnsOf(body: Buffer): { name: string; type: number }[] {
  let at = 2
  return Array.from({ length: body.readInt16BE(0) }, () => {
    const end = body.indexOf(0, at)
    const column = { name: body.toString('utf8', at, end), type: body.readInt32BE(end + 7) }
    at = end + 19
    return column
  })
}

function rowOf(body: Buffer, columns: Pending['columns']): Record<string, unknown> {
  let at = 2
  return Object.fromEntries(columns.map(({ name, type }) => {
    const length = body.readInt32BE(at)
    at += 4
    if (length < 0) return [name, null]
    const text = body.toString('utf8', at, at + length)
    at += length
    return [name, NUMBERS.includes(type) ? Number(text) : type === BYTEA ? new Uint8Array(Buffer.from(text.slice(2), 'hex')) : text]
  }))
}

function parameterBytes(value: unknown): Buffer {
  if (value === null || value === undefined) return int32(-1)
  const bytes = Buffer.from(value instanceof Uint8Array ? `\\x${Buffer.from(value).toString('hex')}` : String(value as string | number | bigint | boolean))
  return Buffer.concat([int32(bytes.length), bytes])
}

function message(kind: string, ...parts: readonly Buffer[]): Buffer {
  const body = Buffer.concat(parts)
  return Buffer.concat([Buffer.from(kind), int32(body.length + 4), body])
}

function int32(value: number): Buffer {
  const bytes = Buffer.alloc(4)
  bytes.writeInt32BE(value)
  return bytes
}

function int16(value: number): Buffer {
  const bytes = Buffer.alloc(2)
  bytes.writeInt16BE(value)
  return bytes
}
