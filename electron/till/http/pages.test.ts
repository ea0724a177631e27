import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { createPages } from './pages.ts'

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'meson-pages-'))
  mkdirSync(join(folder, 'renderer', 'assets'), { recursive: true })
  writeFileSync(join(folder, 'renderer', 'index.html'), '<title>Mesón</title>')
  writeFileSync(join(folder, 'renderer', 'assets', 'screen-abc.js'), 'export {}')
  writeFileSync(join(folder, 'renderer', 'notes.txt'), 'not a page')
  writeFileSync(join(folder, 'secret.html'), 'secret')
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

const ask = (path: string, method = 'GET') =>
  createPages(join(folder, 'renderer'))(new Request(`http://127.0.0.1:1${path}`, { method }))

it.each([
  ['/', 'text/html; charset=utf-8', 'no-cache'],
  [
    '/assets/screen-abc.js',
    'text/javascript; charset=utf-8',
    'public, max-age=31536000, immutable',
  ],
])('serves %s', async (path, type, cacheControl) => {
  const answer = await ask(path)
  expect([
    answer.status,
    answer.headers.get('content-type'),
    answer.headers.get('cache-control'),
  ]).toEqual([200, type, cacheControl])
  expect(answer.headers.get('content-security-policy')).toContain("default-src 'none'")
})

it.each([
  '/..%2fsecret.html',
  '/%2e%2e%2fsecret.html',
  '/assets/..%2f..%2fsecret.html',
  '/..%5csecret.html',
  '/index.html%00',
  '/%ff',
  '/notes.txt',
  '/assets',
  '/missing.html',
  '/trpc/status',
  '/paper/x.png',
])('does not serve %s', async (path) => {
  const answer = await ask(path)
  expect(answer.status).toBe(404)
  expect(await answer.text()).not.toContain('secret')
})

it('takes no commands', async () => {
  expect((await ask('/', 'POST')).status).toBe(404)
})
