import type { peopleRefusals as spanish } from '../es/people.ts'

/** Refusals about what the till knows of a person, in English. */
export const peopleRefusals: Readonly<Record<keyof typeof spanish, string>> = {
  PERSON_IS_NOBODY: 'That RUT stands for sales without a buyer. Type the one of the person.',
  PERSON_NOT_A_CUSTOMER: 'The till keeps no customer under that RUT; there is nothing to correct.',
  PERSON_IN_OPEN_SALE:
    'The open sale is for that person. Charge it or take the customer off it, then erase.',
  PEOPLE_SECRET_CLOSED:
    'The keyring of the system does not open, and without it nothing can be noted. Sign in to the machine again and retry.',
  CUSTOMER_TEXT_TOO_LONG: 'There is room for {most} characters.',
  CUSTOMER_KNOWN: 'There is a customer with that RUT. Open it in the list; perhaps it is archived.',
  CUSTOMER_GONE: 'That customer is not in the list any more.',
  CUSTOMERS_FULL: 'The list holds {most} customers.',
  CUSTOMER_IMPORT_COLUMNS: 'Say which column is the RUT, and at least one other.',
  CUSTOMER_IMPORT_LIST: 'There is no price list "{name}". Make it in Promotions, or write "none".',
  CUSTOMER_TWICE: 'The RUT {rut} stands in row {row} already.',
  RETENTION_DAYS_NOT_VALID: 'The period is between {least} and {most} days.',
}
