/** The shop's details as they are being typed. */
import type { ShopView } from '#shared/core/shop.ts'

export const NUMBERS = ['registerNumber', 'branchOffice'] as const
export type TypedShop = Record<keyof ShopView | (typeof NUMBERS)[number], string>
