/** When a promotion holds. Apart from its schema: the counter's page asks it at every line. */
import type { PromotionRule, ShopMoment } from './promotion.ts'

export function isInForce(
  { fromDate, untilDate, weekdays, fromMinute, untilMinute }: PromotionRule,
  moment: ShopMoment,
): boolean {
  const day = dayOf(moment, fromMinute, untilMinute)
  return (
    day !== null &&
    (fromDate === null || fromDate <= day.date) &&
    (untilDate === null || day.date <= untilDate) &&
    weekdays.includes(day.weekday)
  )
}

/** The day whose hours this is in, or null: the small hours belong to the evening before. */
function dayOf(moment: ShopMoment, from: number, until: number): ShopMoment | null {
  const { minute: now } = moment
  if (from === until) return moment
  if (from < until) return from <= now && now < until ? moment : null
  if (now >= from) return moment
  return now < until ? dayBefore(moment) : null
}

function dayBefore({ date, weekday, minute: now }: ShopMoment): ShopMoment {
  const before = new Date(Date.parse(`${date}T00:00:00Z`) - 86_400_000)
  return {
    date: before.toISOString().slice(0, 10),
    weekday: weekday === 1 ? 7 : weekday - 1,
    minute: now,
  }
}
