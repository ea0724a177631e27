export const CARD_METHOD = {
  id: 'TC',
  name: 'Tarjeta',
  siiCode: 'TC',
  opensDrawer: false,
  needsReference: false,
  isVoucherTheReceipt: false,
  isActive: true,
} as const
