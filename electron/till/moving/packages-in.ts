/**
 * Packages on a stick or share, and whose they are. Opening one renames it: a name of its own for
 * whoever opened it, so that nobody opens the same file twice. A copy made of the file beforehand
 * is another file: that no file can prevent.
 */
import { readdirSync, renameSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { parseCode } from '#shared/support/recovery-code.ts'
import { isRealFile } from '../support/medium-files.ts'
import { onMedium, SupportRefused } from '../support/trouble.ts'
import { settleFolder, UNFINISHED } from '../support/vault.ts'
import { keyOfHead, readHead } from './move-package.ts'

const NAME =
  /^(Meson-caja-([0-9a-f]{16}))\.(traslado|traslado\.sin-terminar|abierta-([0-9a-f]{16}))$/

export const packageName = (packageId: string) => `Meson-caja-${packageId}.traslado`
export const unfinishedName = (packageId: string) => packageName(packageId) + UNFINISHED
const openedName = (packageId: string, claimId: string) =>
  `Meson-caja-${packageId}.abierta-${claimId}`

export interface FoundPackage {
  readonly chosen: string
  readonly file: string
  readonly packageId: string
  readonly key: Buffer
}

export interface Opener {
  /** Names under which this till has opened, or begins to open, packages. */
  readonly claimIds: readonly string[]
  /** Its own package, which it may have been cut off from while it got its name. */
  readonly ownPackageId: string | null
}

/**
 * The one this code opens. Throws COPY_PLACE_AWAY, RECOVERY_CODE_NOT_VALID, MOVE_NOT_FOUND,
 * COPY_CODE_WRONG, MOVE_NOT_FINISHED and MOVE_ALREADY_OPENED.
 */
export function findPackage(chosen: string, typed: string, opener: Opener): FoundPackage {
  const parsed = parseCode(typed)
  if (!parsed.ok) throw new SupportRefused(parsed.refusal.code, {}, 'code')
  return onMedium(chosen, false, () => {
    const all = readdirSync(chosen).flatMap((name) => {
      const match = NAME.exec(name)
      return match === null ? [] : [{ name, packageId: match[2] ?? '', openedBy: match[4] ?? null }]
    })
    if (all.length === 0) throw new SupportRefused('MOVE_NOT_FOUND', { folder: chosen }, 'folder')
    const ofCode = all.flatMap((one) => {
      const file = join(chosen, one.name)
      // A pipe would be waited for.
      const head = isRealFile(file) ? readHead(file) : null
      const key = head === null ? null : keyOfHead(head, parsed.value)
      return key === null || head?.packageId !== one.packageId ? [] : [{ ...one, key }]
    })
    const usable = ofCode.find(
      ({ name, packageId, openedBy }) =>
        (openedBy === null || opener.claimIds.includes(openedBy)) &&
        (!name.endsWith(UNFINISHED) || packageId === opener.ownPackageId),
    )
    if (usable === undefined) throw whyNone(ofCode)
    const { name, packageId, key } = usable
    return { chosen, file: join(chosen, name), packageId, key }
  })
}

function whyNone(ofCode: readonly { name: string; openedBy: string | null }[]): SupportRefused {
  if (ofCode.some(({ openedBy }) => openedBy !== null))
    return new SupportRefused('MOVE_ALREADY_OPENED')
  return ofCode.length > 0
    ? new SupportRefused('MOVE_NOT_FINISHED')
    : new SupportRefused('COPY_CODE_WRONG', {}, 'code')
}

/**
 * From here on nobody else opens it. Can be done again. Throws MOVE_ALREADY_OPENED where another
 * computer was faster.
 */
export function claimPackage({ chosen, file, packageId }: FoundPackage, claimId: string): void {
  onMedium(chosen, true, () => {
    try {
      renameSync(file, join(chosen, openedName(packageId, claimId)))
    } catch (error) {
      const isGone = (error as NodeJS.ErrnoException).code === 'ENOENT'
      if (isGone && readdirSync(chosen).some((name) => NAME.exec(name)?.[2] === packageId))
        throw new SupportRefused('MOVE_ALREADY_OPENED')
      throw error
    }
    settleFolder(chosen)
  })
}

/** What no package became of. */
export function removeUnfinished(chosen: string, packageId: string): void {
  try {
    rmSync(join(chosen, unfinishedName(packageId)), { force: true })
  } catch {
    // The stick is gone; what is on it opens nowhere.
  }
}
