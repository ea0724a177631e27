/** Who imports whom and offers what, read from the source as the compiler sees it. */
import { posix } from 'node:path'
import ts from 'typescript'
import type { SourceFile } from './source-files.ts'

const ALIASES: Readonly<Record<string, string>> = {
  '#shared/': 'shared/',
  '#till/': 'electron/till/',
  '#printing/': 'electron/printing/',
  '#paper/': 'electron/paper/',
  '#scale/': 'electron/scale/',
  '#serial/': 'electron/serial/',
  '#host/': 'electron/host/',
  '#desk/': 'electron/desk/',
}

export interface Import {
  /** A path inside the project, or a package name. */
  readonly target: string
  readonly isInside: boolean
  readonly isType: boolean
  /** What is taken of it by name; null where all of it may be. */
  readonly names: readonly string[] | null
}

/** Each file is asked about by several rules, and parsed once. */
const KNOWN = new WeakMap<SourceFile, ReturnType<typeof read>>()

export const importsOf = (file: SourceFile): Import[] => known(file).imports
/** What it offers by name; `default` for what has none. */
export const exportsOf = (file: SourceFile): string[] => known(file).exports

function known(file: SourceFile) {
  const names = KNOWN.get(file) ?? read(file)
  KNOWN.set(file, names)
  return names
}

function read(file: SourceFile) {
  const source = ts.createSourceFile(file.path, file.text, ts.ScriptTarget.ES2024, true)
  return { imports: readImports(file, source), exports: source.statements.flatMap(namesOffered) }
}

function readImports(file: SourceFile, source: ts.SourceFile): Import[] {
  const found: Import[] = []
  const add = (specifier: string, isType: boolean, names: Import['names']) =>
    found.push({ ...resolve(file.path, specifier), isType, names })
  const visit = (node: ts.Node): void => {
    if (ts.isImportDeclaration(node) && ts.isStringLiteral(node.moduleSpecifier)) {
      add(
        node.moduleSpecifier.text,
        node.importClause?.isTypeOnly ?? false,
        namesIn(node.importClause),
      )
    } else if (
      ts.isExportDeclaration(node) &&
      node.moduleSpecifier &&
      ts.isStringLiteral(node.moduleSpecifier)
    ) {
      add(node.moduleSpecifier.text, node.isTypeOnly, namesOf(node.exportClause))
    } else if (
      ts.isCallExpression(node) &&
      node.arguments[0] &&
      ts.isStringLiteralLike(node.arguments[0])
    ) {
      const callee = node.expression
      const isImport = callee.kind === ts.SyntaxKind.ImportKeyword
      const isRequire = ts.isIdentifier(callee) && callee.text === 'require'
      if (isImport || isRequire) add(node.arguments[0].text, false, null)
    } else if (
      ts.isImportTypeNode(node) &&
      ts.isLiteralTypeNode(node.argument) &&
      ts.isStringLiteral(node.argument.literal)
    ) {
      add(node.argument.literal.text, true, null)
    }
    ts.forEachChild(node, visit)
  }
  visit(source)
  return found
}

function namesIn(clause: ts.ImportClause | undefined): Import['names'] {
  const own = clause?.name === undefined ? [] : ['default']
  const named = clause?.namedBindings === undefined ? [] : namesOf(clause.namedBindings)
  return named && [...own, ...named]
}

/** As they are called where they come from. */
const namesOf = (of: ts.NamedImportBindings | ts.NamedExportBindings | undefined) =>
  of !== undefined && (ts.isNamedImports(of) || ts.isNamedExports(of))
    ? of.elements.map(({ name, propertyName }) => (propertyName ?? name).text)
    : null

function namesOffered(statement: ts.Statement): string[] {
  if (ts.isExportDeclaration(statement)) {
    const clause = statement.exportClause
    return clause && ts.isNamedExports(clause) ? clause.elements.map(({ name }) => name.text) : []
  }
  const modifiers = ts.canHaveModifiers(statement) ? ts.getModifiers(statement) : undefined
  if (!modifiers?.some(({ kind }) => kind === ts.SyntaxKind.ExportKeyword)) return []
  if (ts.isVariableStatement(statement))
    return statement.declarationList.declarations.flatMap(({ name }) => boundNames(name))
  const { name } = statement as ts.Statement & { readonly name?: ts.Identifier }
  return modifiers.some(({ kind }) => kind === ts.SyntaxKind.DefaultKeyword)
    ? ['default']
    : [name?.text ?? '']
}

const boundNames = (name: ts.BindingName): string[] =>
  ts.isIdentifier(name)
    ? [name.text]
    : name.elements.flatMap((each) => (ts.isBindingElement(each) ? boundNames(each.name) : []))

function resolve(from: string, specifier: string): { target: string; isInside: boolean } {
  if (specifier.startsWith('.'))
    return { target: posix.normalize(posix.join(posix.dirname(from), specifier)), isInside: true }
  const alias = Object.keys(ALIASES).find((prefix) => specifier.startsWith(prefix))
  if (alias)
    return { target: (ALIASES[alias] ?? '') + specifier.slice(alias.length), isInside: true }
  if (specifier.startsWith('node:')) return { target: 'node:', isInside: false }
  const parts = specifier.split('/')
  return {
    target: specifier.startsWith('@') ? parts.slice(0, 2).join('/') : (parts[0] ?? specifier),
    isInside: false,
  }
}

/** What each name uses, of names in the map only. */
export type Arrows = ReadonlyMap<string, ReadonlySet<string>>

/**
 * Files that reach themselves through what they import, types too: each circle once, its files in
 * order.
 */
export function circlesOf(files: readonly SourceFile[]): string[][] {
  return circlesIn(arrowsOf(files, (path) => path))
}

/** Which folder of a room uses which: `electron/till/sales` of the room `electron/till`. */
export function folderArrows(files: readonly SourceFile[], room: string): Arrows {
  const depth = room.split('/').length + 1
  const inRoom = files.filter(({ path }) => path.startsWith(`${room}/`))
  return arrowsOf(inRoom, (path) => {
    const parts = path.split('/')
    return parts.slice(0, Math.min(depth, parts.length - 1)).join('/')
  })
}

function arrowsOf(files: readonly SourceFile[], nameOf: (path: string) => string): Arrows {
  const known = new Set(files.map(({ path }) => path))
  const arrows = new Map<string, Set<string>>()
  for (const file of files) {
    const name = nameOf(file.path)
    const uses = arrows.get(name) ?? new Set()
    arrows.set(name, uses)
    for (const { target } of importsOf(file))
      if (known.has(target) && nameOf(target) !== name) uses.add(nameOf(target))
  }
  return arrows
}

/** Names that reach themselves: each circle once, its names in order. */
function circlesIn(arrows: Arrows): string[][] {
  const circles: string[][] = []
  const order = new Map<string, number>()
  const lowest = new Map<string, number>()
  const open: string[] = []
  // Tarjan's: one walk, and what reaches back to an open name stands in one circle with it.
  const walk = (name: string): void => {
    order.set(name, order.size)
    lowest.set(name, order.get(name) ?? 0)
    open.push(name)
    for (const next of arrows.get(name) ?? []) {
      if (!order.has(next)) walk(next)
      if (open.includes(next))
        lowest.set(name, Math.min(lowest.get(name) ?? 0, lowest.get(next) ?? 0))
    }
    if (lowest.get(name) !== order.get(name)) return
    const circle = open.splice(open.indexOf(name))
    if (circle.length > 1) circles.push(circle.sort())
  }
  for (const name of arrows.keys()) if (!order.has(name)) walk(name)
  return circles.sort(([a = ''], [b = '']) => a.localeCompare(b))
}
