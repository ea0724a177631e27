/** The last word on who may import whom. The map of rooms in the README is this table in prose. */
import { posix } from 'node:path'
import ts from 'typescript'
import { describe, expect, it } from 'vitest'
import packageJson from '../../package.json' with { type: 'json' }
import { sourceFiles, type SourceFile } from '../support/source-files.ts'

interface Room {
  readonly folder: string
  /** Rooms whose code it may use. */
  readonly rooms: readonly string[]
  /** Packages it may use; `node:` stands for Node's own modules. */
  readonly packages: readonly string[]
  /** Rooms it may use types of. */
  readonly typesOf?: readonly string[]
}

const ROOMS: readonly Room[] = [
  { folder: 'shared', rooms: ['shared'], packages: ['zod'] },
  { folder: 'electron/till', rooms: ['electron/till', 'shared'], packages: ['node:', 'zod', 'better-sqlite3', '@trpc/server', 'hono', 'undici'] },
  { folder: 'electron/paper', rooms: ['electron/paper', 'shared'], packages: ['node:', 'pdfkit', 'bwip-js', 'fontkit', '@napi-rs/canvas'] },
  {
    folder: 'electron/printing', rooms: ['electron/printing', 'electron/paper', 'shared', 'resources/printers'], typesOf: ['electron/till'],
    packages: ['node:', 'zod', '@hyzyla/pdfium', 'pdfjs-dist', '@napi-rs/canvas', 'zxing-wasm', 'escpos', 'escpos-usb', 'usb', 'serialport'],
  },
  { folder: 'electron/scale', rooms: ['electron/scale', 'shared'], typesOf: ['electron/till'], packages: ['node:', 'serialport'] },
  {
    folder: 'electron/service', rooms: ['electron/service', 'electron/paper', 'shared', 'resources/service'],
    packages: ['node:', 'zod', 'hono', '@hono/node-server', '@hono/zod-openapi', 'kysely', 'better-sqlite3', 'pino', 'pdfkit', 'bwip-js'],
  },
  { folder: 'electron/host', rooms: ['electron/host', 'electron/till', 'electron/printing', 'electron/scale', 'electron/paper', 'shared'], packages: ['node:', 'zod'] },
  { folder: 'electron/kiosk', rooms: ['electron/kiosk', 'electron/host', 'electron/till', 'electron/printing', 'shared'], packages: ['node:', '@hono/node-server', 'vite'] },
  { folder: 'electron/main', rooms: ['electron/main', 'electron/host', 'electron/till', 'electron/printing', 'shared'], packages: ['node:', 'electron'] },
  {
    folder: 'renderer', rooms: ['renderer', 'shared', 'resources'],
    packages: ['react', 'react-dom', 'zustand', 'react-aria-components', 'i18next', 'react-i18next', '@tanstack/react-virtual',
      'lucide-react', '@fontsource-variable/inter', '@trpc/client', 'eventsource', 'zod', 'vite'],
  },
]
const ALIASES: Readonly<Record<string, string>> = {
  '#shared/': 'shared/', '#till/': 'electron/till/', '#printing/': 'electron/printing/', '#paper/': 'electron/paper/', '#scale/': 'electron/scale/', '#host/': 'electron/host/',
}

const files = sourceFiles(['shared', 'electron', 'renderer']).filter(({ path }) => !/\.test\.tsx?$/.test(path))

describe('rooms', () => {
  it.each(ROOMS.map((room) => [room.folder, room] as const))('%s imports only what it may', (_, room) => {
    const ours = files.filter(({ path }) => path.startsWith(`${room.folder}/`))
    expect(ours.length).toBeGreaterThan(0)
    const trespasses = ours.flatMap((file) => importsOf(file)
      .filter((found) => !isAllowed(room, found))
      .map((found) => `${file.path} -> ${found.target}`))
    expect(trespasses).toEqual([])
  })

  it('holds every source file', () => {
    const homeless = files.filter(({ path }) => !ROOMS.some((room) => path.startsWith(`${room.folder}/`)))
    expect(homeless.map(({ path }) => path)).toEqual([])
  })

  it('reaches electron from one file only', () => {
    const users = files.filter((file) => importsOf(file).some(({ target, isType }) => target === 'electron' && !isType))
    expect(users.map(({ path }) => path)).toEqual(['electron/main/index.ts'])
  })

  it("keeps Electron's part under 300 lines in all", () => {
    const lines = files.filter(({ path }) => path.startsWith('electron/main/')).reduce((sum, { text }) => sum + text.split('\n').length, 0)
    expect(lines).toBeLessThan(300)
  })

  it('knows every dependency of package.json', () => {
    const known = new Set(ROOMS.flatMap((room) => room.packages))
    const unknown = Object.keys(packageJson.dependencies).filter((name) => !known.has(name))
    expect(unknown).toEqual([])
  })
})

describe('purity', () => {
  it('shared/ reads no clock, no randomness, no environment', () => {
    const impure = /\bDate\.now\b|\bnew Date\(\)|\bMath\.random\b|\bprocess\.|\bsetTimeout\b|\bfetch\(|\bcrypto\./
    const found = files.filter(({ path, text }) => path.startsWith('shared/') && impure.test(withoutComments(text)))
    expect(found.map(({ path }) => path)).toEqual([])
  })

  it('the core takes time and randomness from its ports', () => {
    const impure = /\bDate\.now\b|\bMath\.random\b|\bsetTimeout\(|\bsetInterval\(|\bfetch\(/
    const found = files.filter(({ path, text }) =>
      path.startsWith('electron/till/') && !path.startsWith('electron/till/adapters/') && impure.test(withoutComments(text)))
    expect(found.map(({ path }) => path)).toEqual([])
  })
})

interface Import {
  /** A path inside the project, or a package name. */
  readonly target: string
  readonly isInside: boolean
  readonly isType: boolean
}

function importsOf(file: SourceFile): Import[] {
  const source = ts.createSourceFile(file.path, file.text, ts.ScriptTarget.ES2024, true)
  const found: Import[] = []
  const add = (specifier: string, isType: boolean) => found.push({ ...resolve(file.path, specifier), isType })
  const visit = (node: ts.Node): void => {
    if (ts.isImportDeclaration(node) && ts.isStringLiteral(node.moduleSpecifier)) {
      add(node.moduleSpecifier.text, node.importClause?.isTypeOnly ?? false)
    } else if (ts.isExportDeclaration(node) && node.moduleSpecifier && ts.isStringLiteral(node.moduleSpecifier)) {
      add(node.moduleSpecifier.text, node.isTypeOnly)
    } else if (ts.isCallExpression(node) && node.arguments[0] && ts.isStringLiteralLike(node.arguments[0])) {
      const callee = node.expression
      const isImport = callee.kind === ts.SyntaxKind.ImportKeyword
      const isRequire = ts.isIdentifier(callee) && callee.text === 'require'
      if (isImport || isRequire) add(node.arguments[0].text, false)
    }
    ts.forEachChild(node, visit)
  }
  visit(source)
  return found
}

function resolve(from: string, specifier: string): { target: string; isInside: boolean } {
  if (specifier.startsWith('.')) return { target: posix.normalize(posix.join(posix.dirname(from), specifier)), isInside: true }
  const alias = Object.keys(ALIASES).find((prefix) => specifier.startsWith(prefix))
  if (alias) return { target: (ALIASES[alias] ?? '') + specifier.slice(alias.length), isInside: true }
  if (specifier.startsWith('node:')) return { target: 'node:', isInside: false }
  const parts = specifier.split('/')
  return { target: specifier.startsWith('@') ? parts.slice(0, 2).join('/') : parts[0] ?? specifier, isInside: false }
}

function isAllowed(room: Room, { target, isInside, isType }: Import): boolean {
  if (!isInside) return room.packages.includes(target) || (isType && target === 'electron' && room.folder === 'electron/main')
  if (room.rooms.some((other) => target.startsWith(`${other}/`))) return true
  return isType && (room.typesOf ?? []).some((place) => target === place || target.startsWith(`${place}/`))
}

function withoutComments(text: string): string {
  return text.replace(/\/\*[\s\S]*?\*\//g, '').replace(/\/\/.*$/gm, '')
}
