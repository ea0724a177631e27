/**
 * Takes the arguments electron-builder gives fpm and makes the deb with dpkg-deb: what is asked of
 * fpm is looked at, fpm itself is not there.
 */
import { execFileSync } from 'node:child_process'
import { chmodSync, cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { parseArgs } from 'node:util'

const { values, positionals } = parseArgs({
  args: process.argv.slice(2),
  allowPositionals: true,
  strict: false,
  options: {
    ...Object.fromEntries(
      `name version maintainer vendor url description architecture package category license
      log deb-priority deb-compression after-install after-remove deb-recommends
      deb-after-purge before-remove`
        .split(/\s+/)
        .map((name) => [name, { type: 'string' as const }]),
    ),
    s: { type: 'string', short: 's' },
    t: { type: 'string', short: 't' },
    d: { type: 'string', short: 'd', multiple: true },
    force: { type: 'boolean' },
  },
})
const word = (name: string): string => String(values[name] ?? '')
const root = mkdtempSync(join(tmpdir(), 'meson-deb-'))
for (const pair of positionals) {
  const [from = '', to = ''] = pair.split('=')
  mkdirSync(join(root, dirname(to)), { recursive: true })
  cpSync(from, join(root, to), { recursive: true })
}
mkdirSync(join(root, 'DEBIAN'))
for (const [option, name] of [
  ['after-install', 'postinst'],
  ['after-remove', 'postrm'],
] as const) {
  if (word(option) === '') continue
  cpSync(word(option), join(root, 'DEBIAN', name))
  chmodSync(join(root, 'DEBIAN', name), 0o755)
}
const [summary = '', ...rest] = word('description').split('\n')
const depends = (values['d'] as string[] | undefined) ?? []
writeFileSync(
  join(root, 'DEBIAN', 'control'),
  [
    `Package: ${word('name')}`,
    `Version: ${word('version')}`,
    `Architecture: ${word('architecture')}`,
    `Maintainer: ${word('maintainer')}`,
    `Homepage: ${word('url')}`,
    `Priority: ${word('deb-priority')}`,
    `Depends: ${depends.join(', ')}`,
    `Description: ${summary}`,
    ...rest.map((line) => ` ${line.trim() === '' ? '.' : line.trim()}`),
    '',
  ].join('\n'),
)
execFileSync('dpkg-deb', ['--root-owner-group', '-Zgzip', '-z1', '-b', root, word('package')])
rmSync(root, { recursive: true, force: true })
