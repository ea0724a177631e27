/** What a person may say of a refund; by itself, so that a screen reads no paper for it. */
/**
 * How the money went by a person's word, where the till's own refund did not bring it: in the
 * account to the same card, out of the drawer, or as a transfer and the like.
 */
export const REFUND_WAYS = ['account', 'cash', 'other'] as const
export type RefundWay = (typeof REFUND_WAYS)[number]

/** Somebody has to see to it. */
export const isUnsettled = ({ way }: { readonly way?: RefundWay }) => way === undefined
