import { useStore } from 'zustand'
import type { CategoryView } from '#shared/catalogue/category.ts'
import { shelvesToChoose } from '#shared/catalogue/decide-category.ts'
import { useUi } from '../stores/till-ui.ts'

const NONE: readonly CategoryView[] = []

/** The shelves in their order, as the start's answer has them. */
export function useShelves(): readonly CategoryView[] {
  const ui = useUi()
  return useStore(ui.status, (state) => state.bootstrap?.categories ?? NONE)
}

/** What a product can be put on, in a choice: never empty. */
export const useShelvesToChoose = () => shelvesToChoose(useShelves())
