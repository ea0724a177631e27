import { createServer } from 'node:http'
import { createServer as createTcpServer, type AddressInfo } from 'node:net'
import { describe, expect, it } from 'vitest'
import { askIpp, encodeIpp, OPERATION, parseIpp } from './ipp.ts'

const QUESTION = {
  operation: OPERATION.getJobAttributes,
  target: ['job-uri', 'ipp://localhost/jobs/7'],
  wanted: ['job-state', 'time-at-processing'],
} as const

/** As CUPS writes it: job-state 5 (enum), two reasons (keywords), no time yet. */
const ANSWER = Buffer.concat([
  Buffer.from('0200000000000001', 'hex'),
  Buffer.of(0x01),
  value(0x47, 'attributes-charset', Buffer.from('utf-8')),
  Buffer.of(0x02),
  value(0x23, 'job-state', Buffer.of(0, 0, 0, 5)),
  value(0x44, 'job-printer-state-reasons', Buffer.from('media-empty')),
  value(0x44, '', Buffer.from('cover-open')),
  value(0x13, 'time-at-processing', Buffer.alloc(0)),
  Buffer.of(0x03),
])

function value(tag: number, name: string, bytes: Buffer): Buffer {
  const [nameLength, valueLength] = [name.length, bytes.length].map((length) =>
    Buffer.of(length >> 8, length & 0xff),
  )
  return Buffer.concat([
    Buffer.of(tag),
    nameLength ?? Buffer.alloc(0),
    Buffer.from(name),
    valueLength ?? Buffer.alloc(0),
    bytes,
  ])
}

describe('IPP', () => {
  it('asks as RFC 8010 wants it', () => {
    const bytes = encodeIpp(QUESTION)
    expect(bytes.subarray(0, 9).toString('hex')).toBe('020000090000000101')
    expect(bytes.at(-1)).toBe(0x03)
    const wanted = Buffer.concat([
      value(0x44, 'requested-attributes', Buffer.from('job-state')),
      value(0x44, '', Buffer.from('time-at-processing')),
    ])
    expect(bytes.includes(wanted)).toBe(true)
    expect(bytes.includes(value(0x45, 'job-uri', Buffer.from('ipp://localhost/jobs/7')))).toBe(true)
  })

  it('reads numbers, lists, and what has no value yet', () => {
    const answer = parseIpp(ANSWER)
    expect(answer?.status).toBe(0)
    expect(Object.fromEntries(answer?.attributes ?? [])).toMatchObject({
      'job-state': [5],
      'job-printer-state-reasons': ['media-empty', 'cover-open'],
      'time-at-processing': [],
    })
  })

  it('takes no part of an answer for the whole', () => {
    for (let length = 0; length < ANSWER.length; length += 1)
      expect(parseIpp(ANSWER.subarray(0, length))).toBeNull()
  })

  it('asks a server over HTTP, and answers null where there is none', async () => {
    const server = createServer((request, response) => {
      request
        .resume()
        .on('end', () =>
          response.end(request.headers['content-type'] === 'application/ipp' ? ANSWER : 'no'),
        )
    })
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    const { port } = server.address() as AddressInfo
    expect((await askIpp(`127.0.0.1:${port}`, QUESTION))?.attributes.get('job-state')).toEqual([5])
    await new Promise((resolve) => server.close(resolve))
    expect(await askIpp(`127.0.0.1:${port}`, QUESTION)).toBeNull()
    expect(await askIpp('/nowhere/cups.sock', QUESTION)).toBeNull()
  })

  it('answers null by its deadline, whatever comes until then', async () => {
    const answers = [
      'HTTP/1.1 101 Switching\r\nUpgrade: x\r\nConnection: Upgrade\r\n\r\n',
      'HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\nx',
    ]
    for (const answer of answers) {
      const ended = Promise.withResolvers<void>()
      const server = createTcpServer((socket) => {
        socket.on('error', () => {}).on('close', () => ended.resolve())
        socket.once('data', () => socket.write(answer))
      })
      await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
      const { port } = server.address() as AddressInfo
      expect(await askIpp(`127.0.0.1:${port}`, QUESTION, 50)).toBeNull()
      await ended.promise
      await new Promise((resolve) => server.close(resolve))
    }
  })
})
