/**
 * What only the owner can fill in before a release, read from package.json; the release workflow
 * asks this first and publishes nothing with a placeholder. Exit 1 names what is missing.
 */
import { readFileSync } from 'node:fs'

/** Reserved names (RFC 2606): nobody can answer there. */
const PLACEHOLDER = /(^|\.)(example(\.(com|net|org))?|invalid|test|localhost)$/i

/** SPKI in base64: whose signature the installed tills believe (`test/release-sign.ts`). */
const ED25519_PUBLIC = /^MCowBQYDK2VwAyEA[A-Za-z0-9+/]{43}=$/

/** Of an address of either kind; empty when it is none. */
const hostOf = (address: string) => /^(?:https?:\/\/|[^@/]+@)([^/:]+)/.exec(address)?.[1] ?? ''

/** The fields that still hold a placeholder or nothing, each with what it holds. */
export function placeholdersIn(metadata: unknown): string[] {
  const { homepage, author, releaseKey, steered } = metadata as {
    /** Only the package of the stories, by the workflow's own word, lets itself be steered. */
    readonly steered?: boolean
    readonly homepage?: string
    readonly releaseKey?: string
    readonly author?: { readonly email?: string }
  }
  const key = ED25519_PUBLIC.test(releaseKey ?? '') ? [] : [['releaseKey', releaseKey ?? '']]
  if (steered !== undefined) key.push(['steered', String(steered)])
  return Object.entries({ homepage: homepage ?? '', 'author.email': author?.email ?? '' })
    .filter(([, value]) => hostOf(value) === '' || PLACEHOLDER.test(hostOf(value)))
    .concat(key as [string, string][])
    .map(([field, value]) => `${field}: "${value}"`)
}

if (import.meta.main) {
  const file = new URL('../package.json', import.meta.url)
  const left = placeholdersIn(JSON.parse(readFileSync(file, 'utf8')))
  if (left.length > 0) {
    process.stderr.write(
      `package.json: ${left.join(', ')}. These are the owner's to fill in before a release: ` +
        'where a shop finds the program and its support, and whose releases it believes. ' +
        'Nothing is published with them.\n',
    )
    process.exitCode = 1
  }
}
