/** A taxpayer with all that an invoice says of its buyer. */
export const INVOICE_BUYER = {
  rut: '76.000.006-K',
  legalName: 'Ferretería El Roble Limitada',
  phone: '',
  email: '',
  activity: 'Ferretería',
  address: 'Barros Arana 567',
  commune: 'Concepción',
}
