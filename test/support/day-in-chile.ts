import type { EpochMs, IsoDate } from '#shared/core/brand.ts'
import { localDate } from '../../electron/service/core/local-time.ts'

/**
 * The calendar day in Chile, which a document of that moment carries; UTC is a day ahead there
 * every evening.
 */
export const dayInChile = (at: EpochMs): IsoDate => localDate('CHL', at)
