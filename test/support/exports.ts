/** What a file offers by name to whoever imports it, and who does. */
import { posix } from 'node:path'
import ts from 'typescript'
import { importsOf } from './imports.ts'
import type { SourceFile } from './source-files.ts'

const isTest = (path: string) => path.startsWith('test/') || /\.test\.tsx?$/.test(path)

/** `path: name` of what no other file of the program takes, nor a test beside it. */
export function unusedExports(files: readonly SourceFile[]): string[] {
  const taken = new Map<string, Set<string>>()
  const whole = new Set<string>()
  for (const file of files)
    for (const { target, names } of importsOf(file)) {
      const isBeside = posix.dirname(target) === posix.dirname(file.path)
      if (isTest(file.path) && !isTest(target) && !isBeside) continue
      if (names === null) whole.add(target)
      const known = taken.get(target) ?? new Set()
      taken.set(target, known)
      for (const name of names ?? []) known.add(name)
    }
  return files
    .filter(({ path }) => !isTest(path) && !whole.has(path))
    .flatMap((file) =>
      exportedNames(file)
        .filter((name) => taken.get(file.path)?.has(name) !== true)
        .map((name) => `${file.path}: ${name}`),
    )
}

function exportedNames({ path, text }: SourceFile): string[] {
  const source = ts.createSourceFile(path, text, ts.ScriptTarget.ES2024)
  return source.statements.flatMap((statement) => {
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
  })
}

const boundNames = (name: ts.BindingName): string[] =>
  ts.isIdentifier(name)
    ? [name.text]
    : name.elements.flatMap((each) => (ts.isBindingElement(each) ? boundNames(each.name) : []))
