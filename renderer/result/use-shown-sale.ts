import { useEffect, useRef, type RefObject } from 'react'
import { useStore } from 'zustand'
import type { SaleId } from '#shared/core/brand.ts'
import type { ReceiptDetail } from '#shared/receipts/views.ts'
import { useUi } from '../stores/till-ui.ts'

/** What is known of the sale a result screen shows; null until it is here. */
export function useReceiptOf(saleId: SaleId | undefined): ReceiptDetail | null {
  return useStore(useUi().receipts, ({ detail }) => (detail?.saleId === saleId ? detail : null))
}

/**
 * For the heading of a screen that comes by itself: the focus leaves the vanished button for
 * something a screen reader will read out.
 */
export function useFocusAtFirst(): RefObject<HTMLHeadingElement | null> {
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => heading.current?.focus(), [])
  return heading
}
