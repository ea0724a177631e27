/** What the log knows of each setting, and what each would be again if it were put back. */
import type { EpochMs } from '../core/brand.ts'
import type { SettingValues } from './rows.ts'

/** The last change of one field. */
export interface SettingChange {
  /** As the log calls it: `differenceLimitClp`, or `shop.rut` for one inside another. */
  readonly what: string
  /** What it was; of a secret only that there was one. */
  readonly from: string
  readonly at: EpochMs
  readonly staffName: string
  readonly approverName: string | null
}

/** First values of what has one to be put back to, as its row says. */
export type Defaults = Partial<SettingValues>

export interface SettingsHistory {
  /** The newest first, in the order of the log. */
  readonly changes: readonly SettingChange[]
  readonly defaults: Defaults
}

type Fields = Readonly<Record<string, unknown>>

/**
 * The change that puts these fields back, `desk.fillsScreen` without the rest of `desk`; null where
 * they are as at the beginning, or have no beginning.
 */
export function changeBack(
  fields: readonly string[],
  now: Defaults,
  defaults: Defaults,
): Defaults | null {
  const back: Record<string, unknown> = {}
  for (const field of fields) {
    const [outer = '', inner] = field.split('.')
    if (!Object.hasOwn(defaults, outer)) continue
    const [present, first] = [(now as Fields)[outer], (defaults as unknown as Fields)[outer]]
    const whole = inner === undefined ? first : withField(back[outer] ?? present, first, inner)
    if (JSON.stringify(whole) !== JSON.stringify(back[outer] ?? present)) back[outer] = whole
  }
  return Object.keys(back).length === 0 ? null : back
}

const withField = (present: unknown, first: unknown, inner: string): Fields => ({
  ...(present as Fields),
  [inner]: (first as Fields)[inner],
})

/**
 * The newest change of any of these fields, or of what is inside one. The log's order says which is
 * the newest: its clock may have been set back.
 */
export function lastChangeOf(
  fields: readonly string[],
  newestFirst: readonly SettingChange[],
): SettingChange | null {
  return (
    newestFirst.find(({ what }) =>
      fields.some((field) => what === field || what.startsWith(`${field}.`)),
    ) ?? null
  )
}
