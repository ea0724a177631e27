import { mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { openLineFile, redacted } from './log-file.ts'

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'meson-log-'))
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

it('keeps five files at most, the newest lines in the first', () => {
  const write = openLineFile(join(folder, 'logs', 'caja.log'), 100)
  for (let line = 0; line < 100; line += 1) write(`line ${line} ${'x'.repeat(40)}`)
  const names = readdirSync(join(folder, 'logs')).sort()
  expect(names).toEqual(['caja.log', 'caja.log.1', 'caja.log.2', 'caja.log.3', 'caja.log.4'])
  expect(readFileSync(join(folder, 'logs', 'caja.log'), 'utf8')).toContain('line 99')
})

it('loses a line rather than the till when nothing can be written', () => {
  writeFileSync(join(folder, 'logs'), 'a file where the folder should be')
  expect(() => openLineFile(join(folder, 'logs', 'caja.log'))('a line')).not.toThrow()
})

it.each([
  ['a key of the service', 'refused msn_0123456789abcdef_AbC-dEf_123 today', 'AbC-dEf'],
  ['a token', 'Authorization: Bearer abc.DEF-123 sent', 'abc.DEF'],
  ['a launch token', 'http://127.0.0.1:1/#token=s3cr3t-x open', 's3cr3t'],
  ['a named secret', '{"apiKey":"hunter2","at":1}', 'hunter2'],
  ['a PIN', '{"pin": "2580"}', '2580'],
  ['a secret with a quotation mark', '{"clave":"ab\\"hunter2","at":1}', 'hunter2'],
  ['a secret in a line within a line', String.raw`{"line":"{\"apiKey\":\"hunter2\"}"}`, 'hunter2'],
  ['a name and its word', 'Authorization: Basic ZHVlbm86aHVudGVyMg==', 'ZHVlbm86'],
  ['a key in a header', 'refused x-api-key: hunter2, again', 'hunter2'],
  ['a key in an address', 'GET https://a.cl/v1?page=2&api_key=hunter2 403', 'hunter2'],
  ['a word in an address', 'https://dueno:hunter2@tienda.cl/x', 'hunter2'],
  ['a RUT with another dash', 'buyer 12.345.678\u20135', '345.678'],
  ['a secret that was cut off', '{"password":"hunter2 and', 'hunter2'],
  ['a mail address', 'to rosa.perez@correo.cl now', 'rosa.perez'],
  ['a RUT', 'buyer 12.345.678-5 and 76192083-9', '678-5'],
])('hides %s', (_what, line, secret) => {
  expect(redacted(line)).not.toContain(secret)
  expect(redacted(line)).toContain('[oculto]')
})

it('leaves alone what helps', () => {
  const line = '{"at":"2026-11-22T10:00:00.000Z","message":"USB 04b8:0e15","delayMs":1000,"n":39}'
  expect(redacted(line)).toBe(line)
})

it('takes a line of ten megabytes at once, and leaves no half of a secret at its cut', () => {
  const file = join(folder, 'caja.log')
  const write = openLineFile(file)
  const beginMs = performance.now()
  write('a'.repeat(10_000_000))
  for (const before of [3_980, 3_990, 7_980, 7_990])
    write(`${' '.repeat(before)}rosa.perez@correo.cl ${'x'.repeat(9_000)}`)
  write(`${'a@b.cl '.repeat(900)}${' '.repeat(1_690)}76192083-9`)
  expect(performance.now() - beginMs).toBeLessThan(2_000)
  const text = readFileSync(file, 'utf8')
  expect(text).not.toMatch(/rosa|perez|7619/)
  expect(text.length).toBeLessThan(30_000)
}, 10_000)
