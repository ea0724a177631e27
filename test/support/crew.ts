/** The people of a shop with an owner, a supervisor and a cashier, and their PINs. */
export const CREW = [
  ['Paula', 'owner', '3690'],
  ['Rodrigo', 'supervisor', '1470'],
  ['Camila', 'cashier', '2580'],
] as const
