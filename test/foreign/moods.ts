/**
 * What goes wrong at the foreign service, told by dice of its own; after the word `calm` nothing
 * does.
 */
import { existsSync } from 'node:fs'
import { join } from 'node:path'

/** Of one exchange; those that begin with `answer` come after its work is done. */
export type Mishap =
  | 'none'
  | 'busy'
  | 'down before'
  | 'down after'
  | 'answer lost'
  | 'answer twice'
  | 'answer slow'
const MISHAPS: readonly Mishap[] = [
  'busy',
  'down before',
  'down after',
  'answer lost',
  'answer lost',
  'answer twice',
  'answer twice',
  'answer slow',
]

/** Of the whole service for a while. */
export type Spell =
  | 'none'
  | 'redirect'
  | 'portal'
  | 'suspended'
  | 'no folios'
  | 'type unknown'
  | 'reads busy'
  | 'no papers'
const SPELLS: readonly Spell[] = [
  'redirect',
  'portal',
  'suspended',
  'no folios',
  'type unknown',
  'reads busy',
  'no papers',
]
/** A spell comes with every so many exchanges, and lasts as long. */
const SPELL_EVERY = 500
const SPELL_EXCHANGES = 40
const SPELL_MS_MAX = 2_500

export interface Moods {
  mishap(): Mishap
  spell(): Spell
  chance(share: number): boolean
  readonly counts: ReadonlyMap<string, number>
}

/** A file by this name in its folder ends all mishaps. */
export const CALM_FILE = 'calm'

export function createMoods(folder: string, seed: number, share: number): Moods {
  const counts = new Map<string, number>()
  const unit = dice(seed)
  let exchanges = 0
  let spell: Spell = 'none'
  let [endsAt, endsMs] = [0, 0]
  const isCalm = () => existsSync(join(folder, CALM_FILE))
  const note = <Name extends string>(name: Name): Name => {
    if (name !== 'none') counts.set(name, (counts.get(name) ?? 0) + 1)
    return name
  }
  return {
    counts,
    chance: (of) => !isCalm() && unit() < of,
    mishap: () =>
      note(
        isCalm() || unit() >= share
          ? 'none'
          : (MISHAPS[Math.floor(unit() * MISHAPS.length)] ?? 'none'),
      ),
    spell() {
      exchanges += 1
      if (isCalm() || exchanges >= endsAt || performance.now() > endsMs) spell = 'none'
      if (!isCalm() && exchanges % SPELL_EVERY === 0) {
        spell = note(SPELLS[Math.floor(unit() * SPELLS.length)] ?? 'none')
        endsAt = exchanges + SPELL_EXCHANGES
        endsMs = performance.now() + SPELL_MS_MAX
      }
      return spell
    },
  }
}

/** Numbers in [0, 1), the same for the same seed (mulberry32). */
function dice(seed: number): () => number {
  let state = seed >>> 0
  return () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
}
