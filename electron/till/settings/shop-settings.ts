/**
 * Settings as they go from one till of a shop to another: each by itself, and as one value those
 * that were said together and hold only so.
 */
import { emissionProblem, isReceiptByVoucher } from '#shared/selling/payment/emission.ts'
import { emissionSchema } from '#shared/selling/payment/emission-schema.ts'
import { SETTINGS, settingsThat, type SettingName } from '#shared/settings/rows.ts'
import { checkRows, checkShop } from './check-settings.ts'
import type { StoredSettings } from './stored-settings.ts'

/** The ways to pay follow the model a shop declared: half of one and half of another are wrong. */
export const GOES_WITH: Readonly<Record<string, string>> = {
  emission: 'paymentMethods',
  exemptShare: 'paymentMethods',
}

/** Of the shop what its papers call it. Where it stands differs by place; its RUT is the same. */
const SHOP_NAMES = ['legalName', 'tradeName', 'activity'] as const

export const SHOP_SETTINGS: readonly string[] = [
  ...settingsThat('isShops').filter((name) => !Object.hasOwn(GOES_WITH, name)),
  'shop',
]

const partsOf = (id: string): readonly string[] => [
  id,
  ...Object.keys(GOES_WITH).filter((name) => GOES_WITH[name] === id),
]

/** Null where this till has none to say. */
export function shopValue(stored: StoredSettings, id: string): string | null {
  if (!SHOP_SETTINGS.includes(id)) return null
  if (id !== 'shop') {
    // What the owner was not asked yet nobody says for them.
    if (id === 'paymentMethods' && stored.emission === null) return null
    const parts = partsOf(id).map((name) => [name, stored[name as SettingName]])
    return JSON.stringify(Object.fromEntries(parts))
  }
  const { shop } = stored
  if (shop === null) return null
  return JSON.stringify({ shop: Object.fromEntries(SHOP_NAMES.map((name) => [name, shop[name]])) })
}

type Said = Readonly<Record<string, unknown>>

/**
 * The settings with what another till says of one, judged as if it were typed here; null where it
 * would be refused. Ways to pay that are held stay.
 */
export function withShopValue(
  stored: StoredSettings,
  id: string,
  said: unknown,
  held: readonly string[],
): StoredSettings | null {
  if (!SHOP_SETTINGS.includes(id) || !isObject(said)) return null
  if (id === 'shop') return withNames(stored, said['shop'])
  const typed: Record<string, unknown> = {}
  for (const name of partsOf(id)) {
    if (!Object.hasOwn(SETTINGS, name)) continue
    const read = SETTINGS[name as SettingName].typed.safeParse(said[name])
    if (!read.success || read.data === undefined) return null
    typed[name] = read.data
  }
  const checked = checkRows(typed)
  if (!checked.ok) return null
  if (id !== 'paymentMethods') return { ...stored, ...checked.value }
  const emission = emissionSchema.safeParse(said['emission'])
  if (!emission.success) return null
  const methods = checked.value.paymentMethods ?? []
  const { model } = emission.data
  // What is held goes by the model of the shop too.
  const own = stored.paymentMethods.map((method) => ({
    ...method,
    isVoucherTheReceipt: isReceiptByVoucher(method, model),
  }))
  const paymentMethods = withHeld(methods, own, held)
  const all = checkRows({ paymentMethods })
  const isSound = all.ok && emissionProblem(paymentMethods, model) === null
  return isSound ? { ...stored, ...checked.value, paymentMethods, emission: emission.data } : null
}

type Methods = StoredSettings['paymentMethods']

function withHeld(methods: Methods, own: Methods, held: readonly string[]): Methods {
  const isGone = ({ id, siiCode }: Methods[number]) =>
    held.includes(id) &&
    !methods.some((method) => method.id === id && method.isActive && method.siiCode === siiCode)
  const kept = own.filter(isGone)
  return [...methods.filter(({ id }) => !kept.some((method) => method.id === id)), ...kept]
}

function withNames(stored: StoredSettings, said: unknown): StoredSettings | null {
  const { shop } = stored
  if (shop === null || !isObject(said)) return null
  const names = SHOP_NAMES.flatMap((name) =>
    typeof said[name] === 'string' ? [[name, said[name]] as const] : [],
  )
  const { activity: _, ...before } = shop
  const checked = checkShop({ ...before, ...Object.fromEntries(names) })
  return checked.ok ? { ...stored, shop: checked.value } : null
}

const isObject = (said: unknown): said is Said =>
  typeof said === 'object' && said !== null && !Array.isArray(said)
