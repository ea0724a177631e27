/** How far somebody has come in the first start: one row, so that it goes on where it was left. */
import { z } from 'zod'
import {
  GUIDE_ANSWERS,
  GUIDE_PHASES,
  GUIDE_STEPS,
  type KeptGuide,
} from '#shared/onboarding/guide.ts'
import type { TillDatabase } from '../kernel/database.ts'
import type { Journal } from '../kernel/journal.ts'

const keptGuide = z.object({
  phase: z.enum(GUIDE_PHASES),
  answers: z.partialRecord(z.enum(GUIDE_STEPS), z.enum(GUIDE_ANSWERS)).default({}),
})
const NONE: KeptGuide = { phase: 'none', answers: {} }

interface GuideStore {
  read(): KeptGuide
  /** Told to every screen: two may stand in the guide. */
  change(change: (kept: KeptGuide) => KeptGuide): void
}

export function createGuideStore(db: TillDatabase, journal: Journal): GuideStore {
  const select = db
    .prepare<[], string>("SELECT value_json FROM setting WHERE key = 'guide'")
    .pluck()
  const put = db.prepare(`INSERT INTO setting (key, value_json) VALUES ('guide', ?)
    ON CONFLICT (key) DO UPDATE SET value_json = excluded.value_json`)
  const read = (): KeptGuide => {
    const json = select.get()
    const parsed = json === undefined ? null : keptGuide.safeParse(JSON.parse(json))
    return parsed?.data ?? NONE
  }
  return {
    read,
    change(change) {
      db.transaction(() => {
        put.run(JSON.stringify(change(read())))
        journal.append('settings', null, { changed: ['guide'] })
      }).immediate()
      journal.publish()
    },
  }
}
