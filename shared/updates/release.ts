/**
 * What a release says of itself, in the file electron-updater calls `latest*.yml`. It is written as
 * JSON, which is YAML too, and nothing of it is read before its signature has held.
 */
import { z } from 'zod'
import { VERSION_TEXT } from './version.ts'

/** Far above any feed and any installer; what is larger is not read to its end. */
export const FEED_BYTES_MAX = 64_000
export const SIGNATURE_BYTES_MAX = 200
const INSTALLER_BYTES_MAX = 500_000_000
const FILES_MAX = 6

/** One name in one folder: nothing that leads elsewhere. */
const fileName = z.string().regex(/^[A-Za-z0-9][A-Za-z0-9._-]{0,119}$/)

const releaseSchema = z.strictObject({
  version: z.string().regex(VERSION_TEXT),
  /** ISO 8601, for whoever reads it. */
  releaseDate: z.iso.datetime(),
  system: z.enum(['linux', 'windows']),
  /** Of the till's database: the newest this program reads. */
  schema: z.int().min(1).max(100_000),
  files: z
    .array(
      z.strictObject({
        url: fileName,
        sha512: z.string().regex(/^[A-Za-z0-9+/]{86}==$/),
        size: z.int().min(1).max(INSTALLER_BYTES_MAX),
      }),
    )
    .min(1)
    .max(FILES_MAX),
})
export type Release = z.output<typeof releaseSchema>
export type ReleaseFile = Release['files'][number]
export type ReleaseSystem = Release['system']

/** How the program was installed, which is how it is replaced. */
export const INSTALLERS = { deb: '.deb', AppImage: '.AppImage', nsis: '.exe' } as const
export type InstallerKind = keyof typeof INSTALLERS

export const systemOf = (kind: InstallerKind): ReleaseSystem =>
  kind === 'nsis' ? 'windows' : 'linux'

/** The newest release, or by its version an older one: both lie in the folder of every release. */
export function feedName(system: ReleaseSystem, version: string | null): string {
  if (version !== null) return `meson-${version}-${system}.yml`
  return system === 'windows' ? 'latest.yml' : 'latest-linux.yml'
}

export const signatureName = (feed: string): string => `${feed}.sig`

/** Signed before it, so that no other text signed by the same key is ever a feed. */
export const SIGNED_PREFIX = 'meson-release-v1\n'

/** Null when it is none. */
export function readRelease(text: string): Release | null {
  try {
    const read = releaseSchema.safeParse(JSON.parse(text))
    return read.success ? read.data : null
  } catch {
    return null
  }
}

export const installerIn = (release: Release, kind: InstallerKind): ReleaseFile | null =>
  release.files.find(({ url }) => url.endsWith(INSTALLERS[kind])) ?? null
