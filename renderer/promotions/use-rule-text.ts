import { useTranslation } from 'react-i18next'
import { clp, formatClp } from '#shared/money/clp.ts'
import type { PromotionRule } from '#shared/promotions/promotion.ts'

const NAMES_SHOWN = 2

/** `3x2 · Bebidas · lu ma mi · 18:00–21:00`: a promotion in a line. */
export function useRuleText(): (rule: PromotionRule, goodsNames: readonly string[]) => string {
  const { t } = useTranslation()
  const does = (rule: PromotionRule['does']) => {
    switch (rule.kind) {
      case 'percent':
        return t('promotions.does.percent', { percent: rule.percent })
      case 'price':
        return t('promotions.does.price', { price: formatClp(clp(rule.unitClp)) })
      case 'group':
        return `${rule.take}x${rule.pay}`
      case 'from':
        return t('promotions.does.from', { from: rule.from, price: formatClp(clp(rule.unitClp)) })
    }
  }
  const goods = (names: readonly string[]) =>
    names.length <= NAMES_SHOWN
      ? names.join(', ')
      : t('promotions.andMore', {
          names: names.slice(0, NAMES_SHOWN).join(', '),
          count: names.length - NAMES_SHOWN,
        })
  return (rule, names) =>
    [
      does(rule.does),
      rule.goods.kind === 'all' ? t('promotions.everything') : goods(names),
      rule.weekdays.length === 7
        ? ''
        : rule.weekdays.map((day) => t(`promotions.days.d${day as 1}`)).join(' '),
      rule.fromMinute === rule.untilMinute
        ? ''
        : `${hour(rule.fromMinute)}–${hour(rule.untilMinute)}`,
      rule.fromDate === null ? '' : t('promotions.since', { date: rule.fromDate }),
      rule.untilDate === null ? '' : t('promotions.until', { date: rule.untilDate }),
    ]
      .filter((part) => part !== '')
      .join(' · ')
}

function hour(minute: number): string {
  return [Math.floor(minute / 60), minute % 60]
    .map((part) => String(part).padStart(2, '0'))
    .join(':')
}
