/**
 * What is not in the first picture, each a file of its own, fetched as soon as the first picture
 * stands.
 */
import type { ComponentType } from 'react'
import { fetchLaterWords, fetchPacks } from '../i18n/texts.ts'
import { later as laterPart } from '../kit/later.tsx'

/** With the words that only such parts say. */
const later = <Props extends object>(load: () => Promise<ComponentType<Props>>) =>
  laterPart(async () => (await Promise.all([load(), fetchLaterWords()]))[0])

export const CardBanner = later(async () => (await import('../card/card-banner.tsx')).CardBanner)
export const PaymentScreen = later(
  async () => (await import('../payment/payment-screen.tsx')).PaymentScreen,
)
export const ResultScreen = later(
  async () => (await import('../result/result-screen.tsx')).ResultScreen,
)
export const Dialogs = later(async () => (await import('./dialogs.tsx')).Dialogs)
export const Explanation = later(async () => (await import('./explanation.tsx')).Explanation)
export const ReceiptsScreen = later(
  async () => (await import('../receipts/receipts-screen.tsx')).ReceiptsScreen,
)
export const ReturnScreen = later(
  async () => (await import('../returns/return-screen.tsx')).ReturnScreen,
)
export const ReturnedScreen = later(
  async () => (await import('../returns/returned-screen.tsx')).ReturnedScreen,
)
export const ShiftScreen = later(
  async () => (await import('../shifts/shift-screen.tsx')).ShiftScreen,
)
export const SettingsScreen = later(async () => {
  const [{ SettingsScreen: Part }] = await Promise.all([
    import('../settings/settings-screen.tsx'),
    // A setting is found by its name in any language.
    fetchPacks(),
  ])
  return Part
})

export const GoodsScreen = later(
  async () => (await import('../goods/goods-screen.tsx')).GoodsScreen,
)

export const CustomersScreen = later(
  async () => (await import('../customers/customers-screen.tsx')).CustomersScreen,
)

export const ReportsScreen = later(
  async () => (await import('../reports/reports-screen.tsx')).ReportsScreen,
)

export const GuideScreen = later(
  async () => (await import('../guide/guide-screen.tsx')).GuideScreen,
)

/** What a sale needs comes first. */
const PARTS = [
  PaymentScreen,
  ResultScreen,
  Dialogs,
  Explanation,
  ReceiptsScreen,
  ReturnScreen,
  ReturnedScreen,
  ShiftScreen,
  SettingsScreen,
  GoodsScreen,
  CustomersScreen,
  ReportsScreen,
  GuideScreen,
]

export async function preloadParts(): Promise<void> {
  for (const part of PARTS) await part.preload()
}
