/** What the settings say of this register at this moment. */
import type { IsoDate } from '#shared/core/brand.ts'
import type { Clp } from '#shared/money/clp.ts'
import { buyerLimitOf } from '#shared/selling/sale/buyer-limit.ts'
import type { Settings } from './settings.ts'

interface Register {
  readonly settings: Pick<Settings, 'read'>
  readonly today: () => IsoDate
}

/** Paper says «Caja: 1», so the name is the number alone. */
export const registerNameOf = ({ settings }: Pick<Register, 'settings'>) =>
  String(settings.read().registerNumber)

export const yearNow = ({ today }: Pick<Register, 'today'>) => Number(today().slice(0, 4))

/** From which total on a receipt names its buyer. */
export const buyerLimitNow = (register: Register): Clp =>
  buyerLimitOf(register.settings.read().buyerLimits, yearNow(register))
