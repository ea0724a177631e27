/** Where a report's sums come from: what is kept of days, and the rows that came after it. */
import type { DayRange } from '#shared/reports/day-range.ts'
import type { IsoDate } from '#shared/core/brand.ts'
import type { TillDatabase } from '../../kernel/database.ts'
import { SOLD, type Moved } from '../report-rows.ts'
import { mapped, merged, selectOf, type Cube, type SumRow } from './cubes.ts'
import type { KeptSums } from './kept-sums.ts'

export interface SumSource {
  /** Of what was sold and given back in these days. */
  sold<Row>(cube: Cube<Row>, bounds: DayRange): Row[]
  /** The same, day by day. */
  soldByDay<Row>(cube: Cube<Row>, bounds: DayRange): (Row & { readonly date: IsoDate })[]
  /** Of other rows, which nobody keeps sums of. */
  of<Row>(cube: Cube<Row>, moved: Moved, bounds: DayRange): Row[]
}

/** Without kept sums everything is read from the rows. */
export function sumSource(db: TillDatabase, kept: KeptSums | null): SumSource {
  const through = kept?.through() ?? 0
  // By their numbers: what came after is little, and the index of dates knows nothing of that.
  const since: Moved =
    through === 0
      ? SOLD
      : { ...SOLD, from: 'sale s NOT INDEXED', where: `${SOLD.where} AND s.seq > @through` }
  const read = (cube: Cube<unknown>, moved: Moved, bounds: DayRange, date = '') =>
    mapped(
      cube,
      db.prepare<[object], SumRow>(selectOf(cube, moved, date)).all({ ...bounds, through }),
    )
  return {
    sold: <Row>(cube: Cube<Row>, bounds: DayRange) =>
      merged(cube, [...(kept?.rows(cube, bounds) ?? []), ...read(cube, since, bounds)]) as Row[],
    soldByDay: <Row>(cube: Cube<Row>, bounds: DayRange) =>
      merged(
        cube,
        [...(kept?.days(cube, bounds) ?? []), ...read(cube, since, bounds, 's.date')],
        ['date'],
      ) as (Row & { readonly date: IsoDate })[],
    of: <Row>(cube: Cube<Row>, moved: Moved, bounds: DayRange) =>
      merged(cube, read(cube, moved, bounds)) as Row[],
  }
}
