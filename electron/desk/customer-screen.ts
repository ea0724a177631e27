/** On which screen the customer looks; pure. */
import type { ScreenView } from '#shared/devices/contract.ts'
import type { Desk } from '#shared/devices/desk.ts'
import type { Rectangle } from './window-place.ts'

/** What Electron knows of a screen. */
export interface PluggedScreen {
  readonly id: number
  readonly label: string
  readonly bounds: Rectangle
}

/**
 * The chosen one while it is there and not the cashier's; else another one; null = nothing is shown
 * to anybody. The cashier's own screen is never covered.
 */
export function customerScreenOf(
  screens: readonly PluggedScreen[],
  cashiersId: number,
  { isOn, screenId }: Desk['customerDisplay'],
): PluggedScreen | null {
  if (!isOn) return null
  const others = screens.filter(({ id }) => id !== cashiersId)
  return others.find(({ id }) => String(id) === screenId) ?? others[0] ?? null
}

export function screenViewsOf(
  screens: readonly PluggedScreen[],
  cashiersId: number,
): readonly ScreenView[] {
  return screens.map(({ id, label, bounds: { width, height } }, index) => ({
    id: String(id),
    name: label.trim() === '' ? `${index + 1}` : label.trim(),
    width,
    height,
    isCashiers: id === cashiersId,
  }))
}
