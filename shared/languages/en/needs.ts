import type { needs as spanish } from '../es/needs.ts'

/** What a supervisor is asked to allow, in English. */
export const needs: typeof spanish = {
  rights: {
    freeLine: 'make a product with its price',
    deletePending: 'delete a pending receipt or settle a stuck one',
    openDrawer: 'open the drawer without a sale',
    discardParked: 'discard a parked sale',
    refund: 'take back or exchange what was sold',
    beyondLimits: 'give back above the limit, or void, accept or copy store credit',
    moveCash: 'put cash into the drawer or take it out',
    invoice: 'issue invoices',
    acceptDifference:
      'see and accept a difference in the count, or decide a card charge by its voucher',
    seeReceipts: 'see every receipt',
    readAudit: 'read the log of actions',
    readReports: 'see the shop’s reports',
    editCatalogue: 'change the catalogue',
    stock: 'count, receive and correct stock',
    promotions: 'change promotions and price lists',
    customers: 'see and change the list of customers',
    manageStaff: 'change the settings and the staff',
  },
  subject: '{quantity} × "{name}"',
  percentOff: '{rule} off',
  amountOff: '{rule} off, {percent} %,',
  lineDiscount: '{off} {subject} ({less})',
  cartDiscount: '{off} the sale of {base} ({less})',
  price: '{subject} at {price}',
  priceOfList: '{subject} at {price} (list {list})',
  label: '{subject} at {price}, as a scale label says',
  part: '{subject}, part of a piece of {price}',
  freeLine: 'free amount {subject} of {price}',
  priceList: 'use the price list "{name}"',
}
