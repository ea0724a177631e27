export const CARD_METHOD = {
  id: 'TC',
  name: 'Tarjeta',
  siiCode: 'TC',
  opensDrawer: false,
  needsReference: false,
  isVoucherTheReceipt: false,
  isActive: true,
} as const

/** A second terminal, whose voucher is the receipt under the emission model that says so. */
export const VOUCHER_CARD = {
  ...CARD_METHOD,
  id: 'TV',
  name: 'Tarjeta con voucher',
  isVoucherTheReceipt: true,
} as const
