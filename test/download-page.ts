/**
 * Makes the page a shop gets the program from: `node test/download-page.ts FILES OUT [--base URL]
 * [--notes NOTES]`. FILES holds the release with its SHA256SUMS, each of which is held against its
 * file; NOTES is what the release says of builds without a signature. No script is in any page.
 */
import { createHash } from 'node:crypto'
import { copyFileSync, existsSync, mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { keyOf, type ActionId } from '../renderer/actions/registry.ts'
import { later } from '../renderer/i18n/es/later.ts'
import { manual as around } from '../renderer/i18n/es/manual.ts'
import { groups } from '../renderer/i18n/es/manual-pages/groups.ts'
import { words } from '../renderer/i18n/es/words.ts'
import type { ManualGroup, ManualPage } from '../renderer/i18n/manual-page.ts'
import { piecesOf, plainText } from '../renderer/manual/manual-text.ts'
import { htmlText as escaped } from '../shared/text/html-text.ts'
import packageJson from '../package.json' with { type: 'json' }
import { ROOT } from './support/source-files.ts'

const FROM = join(ROOT, 'resources', 'download')
/** By what its name ends in; the system as the notes of a release call it. */
const SYSTEMS = [
  { ends: '.exe', system: 'Windows', name: 'Windows 10 y 11' },
  { ends: '.dmg', system: 'macOS', name: 'macOS' },
  { ends: '.deb', system: 'Linux', name: 'Linux: Debian, Ubuntu, Mint' },
  { ends: '.AppImage', system: 'Linux', name: 'Linux: los demás' },
] as const
/** Where releases lie, letters with accents and spaces are replaced in a file's name. */
const SAFE_NAME = /^[A-Za-z0-9][\w.-]*$/
const BYTES_PER_MB = 1_000_000
const pages = groups.flatMap((group) => group.pages)

export interface DownloadPage {
  readonly files: string
  readonly out: string
  /** Where the files are had from; beside the page where nothing is said. */
  readonly base?: string
  readonly notes?: string
}

export function makeDownloadPage({ files, out, base = '', notes = '' }: DownloadPage): void {
  mkdirSync(join(out, 'manual'), { recursive: true })
  const pictures = new Set(['venta', ...pages.flatMap(({ picture = [] }) => picture)])
  for (const name of pictures) copyFileSync(pictureOf(name), join(out, 'manual', `${name}.png`))
  for (const group of groups)
    for (const page of group.pages)
      writeFileSync(join(out, 'manual', `${page.id}.html`), manualPage(page, group))
  const parts: Record<string, string> = {
    version: escaped(packageJson.version),
    files: sumsOf(files)
      .map((row) => fileRow(row, base, unsignedIn(notes)))
      .join('\n'),
    manual: groups.map(groupPart).join('\n'),
  }
  const body = readFileSync(join(FROM, 'inicio.html'), 'utf8')
  const filled = body.replace(/\{\{(\w+)\}\}/g, (_, name: string) => parts[name] ?? '')
  writeFileSync(join(out, 'index.html'), framed('Mesón', `<h1>Mesón</h1>\n${filled}`, ''))
}

interface Summed {
  readonly name: string
  readonly sum: string
  readonly bytes: number
}

/** What a shop installs, each as its sum says it is. */
function sumsOf(folder: string): Summed[] {
  const lines = readFileSync(join(folder, 'SHA256SUMS'), 'utf8').split('\n')
  const rows = lines.flatMap((line) => {
    const [, sum, name] = /^([0-9a-f]{64}) [ *](.+)$/.exec(line) ?? []
    if (sum === undefined || name === undefined || systemOf(name) === undefined) return []
    if (!SAFE_NAME.test(name)) throw new Error(`«${name}» would have another name where it is got`)
    const path = join(folder, name)
    const found = createHash('sha256').update(readFileSync(path)).digest('hex')
    if (found !== sum) throw new Error(`${name} is not what SHA256SUMS says it is`)
    return [{ name, sum, bytes: statSync(path).size }]
  })
  if (rows.length === 0) throw new Error('SHA256SUMS names nothing a shop could install')
  const placeOf = ({ name }: Summed) => SYSTEMS.findIndex(({ ends }) => name.endsWith(ends))
  return rows.sort((one, other) => placeOf(one) - placeOf(other))
}

const systemOf = (name: string) => SYSTEMS.find(({ ends }) => name.endsWith(ends))

/** By its system, in the words of the release: `- **macOS: sin firma.** La primera vez: …`. */
function unsignedIn(notes: string): ReadonlyMap<string, string> {
  const found = notes.matchAll(/^- \*\*(\w+): (.+?)\*\* (.+)$/gm)
  return new Map(
    [...found].map(([, system = '', what = '', how = '']) => [system, `${what} ${how}`]),
  )
}

function fileRow(
  { name, sum, bytes }: Summed,
  base: string,
  unsigned: ReturnType<typeof unsignedIn>,
) {
  const system = systemOf(name)
  const said = unsigned.get(system?.system ?? '')
  const warned = said === undefined ? '' : `<p class="unsigned">${escaped(capital(said))}</p>`
  return `<li><a href="${escaped(base + name)}">${escaped(system?.name ?? '')}</a>
<small>${escaped(name)}, ${Math.ceil(bytes / BYTES_PER_MB)} MB</small>
<code>SHA-256 ${sum}</code>${warned}</li>`
}

const capital = (text: string) => text.charAt(0).toUpperCase() + text.slice(1)

function groupPart({ title, pages: own }: ManualGroup): string {
  const rows = own.map((page) => `<li>${linkTo(page, 'manual/')}</li>`)
  return `<h3>${escaped(title)}</h3>\n<ul class="pages">${rows.join('')}</ul>`
}

const linkTo = ({ id, title }: ManualPage, folder = '') =>
  `<a href="${folder}${id}.html">${escaped(plainText(title, word))}</a>`

/** The page that F1 opens, in the same order. */
function manualPage(page: ManualPage, { kind, title: group }: ManualGroup): string {
  const { title, lead, steps, notes = [], see = [], picture } = page
  const list = (texts: readonly string[]) => texts.map((text) => `<li>${said(text)}</li>`).join('')
  const others = pages
    .filter(({ id }) => see.includes(id))
    .map((other) => `<li>${linkTo(other)}</li>`)
  const parts = [
    `<p class="group">${escaped(group)}</p><h1>${said(title)}</h1><p class="lead">${said(lead)}</p>`,
    `<h2>${escaped(kind === 'task' ? around.steps : around.cure)}</h2><ol>${list(steps)}</ol>`,
    notes.length === 0 ? '' : `<h2>${escaped(around.good)}</h2><ul>${list(notes)}</ul>`,
    picture === undefined
      ? ''
      : `<p><img src="${picture}.png" width="1366" height="768" alt="${escaped(plainText(title, word))}"></p>`,
    others.length === 0 ? '' : `<h2>${escaped(around.see)}</h2><ul>${others.join('')}</ul>`,
  ]
  return framed(plainText(title, word), parts.join('\n'), '../')
}

/** Words of the screen stand out, with the key they have. */
function said(text: string): string {
  return piecesOf(text)
    .map((piece) => {
      if ('text' in piece) return escaped(piece.text)
      if ('said' in piece) return escaped(word(piece.said))
      const key = piece.action === null ? '' : keyOf(piece.action as ActionId)
      return `<b>${escaped(word(piece.label))}</b>${key === '' ? '' : ` <kbd>${escaped(keyFace(key))}</kbd>`}`
    })
    .join('')
}

/** As keyboards in Chile print it. */
const keyFace = (key: string) =>
  key.replace('Delete', words.common.deleteKey).replace('Shift+', 'Mayús ').replace('Escape', 'Esc')

function word(key: string): string {
  const found = key
    .split('.')
    .reduce<unknown>((at, part) => (at as Record<string, unknown>)[part], { ...words, ...later })
  if (typeof found !== 'string') throw new Error(`the screen has no word «${key}»`)
  return found
}

function framed(title: string, body: string, up: string): string {
  const style = readFileSync(join(FROM, 'estilo.css'), 'utf8')
  return `<!doctype html>
<html lang="es-CL"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<meta http-equiv="Content-Security-Policy" content="script-src 'none'; object-src 'none'; base-uri 'none'">
<title>${escaped(title)}</title><style>${style}</style></head>
<body><header><a href="${up}index.html">Mesón</a><a href="${up}index.html#manual">${escaped(around.title)}</a></header>
<main>${body}</main><footer><small>Mesón ${escaped(packageJson.version)}</small></footer></body></html>
`
}

function pictureOf(name: string): string {
  const path = join(ROOT, 'resources', 'screenshots', `${name}.png`)
  if (!existsSync(path)) throw new Error(`the gallery has no picture «${name}»`)
  return path
}

if (import.meta.main) {
  const { positionals, values } = parseArgs({
    allowPositionals: true,
    options: { base: { type: 'string', default: '' }, notes: { type: 'string' } },
  })
  const [files, out] = positionals
  if (files === undefined || out === undefined) throw new Error('which FILES, and OUT to where?')
  const notes = values.notes === undefined ? '' : readFileSync(values.notes, 'utf8')
  makeDownloadPage({ files, out, base: values.base, notes })
}
