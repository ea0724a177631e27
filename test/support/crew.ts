/** The people of a shop with an owner, a supervisor and a cashier, and their PINs. */
export const PINS = { owner: '3690', supervisor: '1470', cashier: '2580' } as const

export const CREW = [
  ['Paula', 'owner', PINS.owner],
  ['Rodrigo', 'supervisor', PINS.supervisor],
  ['Camila', 'cashier', PINS.cashier],
] as const
