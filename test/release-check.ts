/**
 * What only the owner can fill in before a release, read from package.json; the release workflow
 * asks this first and publishes nothing with a placeholder. Exit 1 names what is missing.
 */
import { readFileSync } from 'node:fs'

/** Reserved names (RFC 2606): nobody can answer there. */
const PLACEHOLDER = /(^|\.)(example(\.(com|net|org))?|invalid|test|localhost)$/i

/** Of an address of either kind; empty when it is none. */
const hostOf = (address: string) => /^(?:https?:\/\/|[^@/]+@)([^/:]+)/.exec(address)?.[1] ?? ''

/** The fields that still hold a placeholder or nothing, each with what it holds. */
export function placeholdersIn(metadata: unknown): string[] {
  const { homepage, author } = metadata as {
    readonly homepage?: string
    readonly author?: { readonly email?: string }
  }
  return Object.entries({ homepage: homepage ?? '', 'author.email': author?.email ?? '' })
    .filter(([, value]) => hostOf(value) === '' || PLACEHOLDER.test(hostOf(value)))
    .map(([field, value]) => `${field}: "${value}"`)
}

if (import.meta.main) {
  const file = new URL('../package.json', import.meta.url)
  const left = placeholdersIn(JSON.parse(readFileSync(file, 'utf8')))
  if (left.length > 0) {
    process.stderr.write(
      `package.json: ${left.join(', ')}. These are the owner's to fill in before a release: ` +
        'where a shop finds the program and its support. Nothing is published with them.\n',
    )
    process.exitCode = 1
  }
}
