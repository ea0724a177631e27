/** A code as one path, a unit a module, inside the quiet zone scanners need. */
import type { ScreenCode } from '#shared/delivery/phone-page.ts'

/** Modules around it, as ISO/IEC 18004 asks. */
const QUIET = 4

export function codePath({ columns, cells }: ScreenCode): {
  readonly viewBox: string
  readonly path: string
} {
  const side = columns + 2 * QUIET
  const path = [...cells.matchAll(/1/g)]
    .map(({ index }) => [(index % columns) + QUIET, Math.floor(index / columns) + QUIET] as const)
    .map(([x, y]) => `M${x} ${y}h1v1h-1z`)
    .join('')
  return { viewBox: `0 0 ${side} ${side}`, path }
}
