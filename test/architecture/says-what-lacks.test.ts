/** What `npm ci` says on a machine that has another Node than the till's. */
import { spawnSync } from 'node:child_process'
import { expect, it } from 'vitest'
import packageJson from '../../package.json' with { type: 'json' }
import { ROOT } from '../support/source-files.ts'

const said = (npmsNode: string, runs = process.versions.node, npm = '11.19.1') => {
  const asIf = `Object.defineProperty(process.versions, 'node', { value: '${runs}' })`
  const script = `${asIf}; require('./test/node-runtime/say.cjs')`
  const { stdout, status } = spawnSync(process.execPath, ['-e', script], {
    cwd: ROOT,
    encoding: 'utf8',
    env: { ...process.env, npm_config_user_agent: `npm/${npm} node/v${npmsNode} linux x64` },
  })
  expect(status).toBe(0)
  return stdout
}

it('is nothing where npm runs on the same', () => {
  expect(packageJson.scripts.postinstall).toBe('node test/node-runtime/say.cjs')
  expect(said('24.21.0')).toBe('')
})

it('is one sentence where npm runs on an older one, and nothing is lacking', () => {
  expect(said('20.20.2')).toMatch(/^npm runs on Node 20\.20\.2; .* which has come with.*\.\n$/)
})

it('names Node where none comes with the packages', () => {
  expect(said('20.20.2', '20.20.2')).toMatch(/^This machine lacks Node 24: it has 20\.20\.2.*\n$/)
})

it('names npm where an older one leaves Node out', () => {
  expect(said('20.20.2', '20.20.2', '10.9.4')).toMatch(/npm 10\.9\.4 cannot .* npx npm@11 ci\.\n$/)
})
