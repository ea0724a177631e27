import type { openSale as spanish } from '../es/open-sale.ts'

/** The open sale, in English. */
export const openSale: typeof spanish = {
  actions: { takeSale: 'Go on here' },
  audit: {
    'payment-dropped': 'Payment taken and removed',
    'payment-parked': 'Sale parked with payments',
    'sale-handed-over': 'Went on with a sale paid in part',
  },
  openSale: {
    taken: 'Taken already: {{what}}',
    takenClear:
      '{{what}} was taken already. If you clear the sale, that payment has no receipt: cancel it on the terminal or give the money back.',
    takenPark: 'Kept with the sale: {{what}}.',
    discardTitle: 'Discard a sale with payments?',
    discardLead:
      '{{what}} was taken already. If you discard it, that payment has no receipt: cancel it on the terminal or give the money back.',
    discard: 'Discard',
    keep: 'Keep',
    handOverTitle: 'This sale has payments already',
    handOverLead:
      '{{what}} was taken while somebody else served. Whoever goes on with the sale answers for it; it is written down.',
    handOver: 'Go on with this sale',
    handOverPark: 'Sign in and park it',
    back: 'Back',
    elsewhereTitle: 'This sale is open on another screen',
    elsewhereLead:
      'Go on there, or take it here: nothing is lost, and the other screen charges it no more.',
    elsewhereSale_one: '{{count}} line · {{total}}',
    elsewhereSale_other: '{{count}} lines · {{total}}',
    elsewhereScan: 'What was scanned here was not added.',
  },
}
