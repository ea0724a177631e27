import { DAY_COSTS_SCHEMA } from './migration-day-costs.ts'
import { DISCOUNT_RULES_SCHEMA } from './discount-rules-schema.ts'
import { COMPANIES_SCHEMA } from './migration-6.ts'
import { RETURNS_SCHEMA } from './migration-7.ts'
import { SHIFTS_SCHEMA } from './migration-8.ts'
import { CHAIN_SCHEMA } from './migration-chain.ts'
import { FIRST_TILL_SCHEMA } from './migration-first-till.ts'
import { PINS_SCHEMA } from './migration-pins.ts'
import { LATER_STATES_SCHEMA, MISSING_SCHEMA } from './migration-later-states.ts'
import { LOST_DOCUMENTS_SCHEMA } from './migration-lost-documents.ts'
import { OPEN_SALE_SCHEMA } from './migration-open-sale.ts'
import { OUTSIDE_INVOICES_SCHEMA } from './migration-outside-invoices.ts'
import { OUTSIDE_SCHEMA } from './migration-outside.ts'
import { PAGES_SCHEMA } from './migration-pages.ts'
import { PAPERS_SCHEMA } from './migration-papers.ts'
import { PAYMENTS_SCHEMA } from './migration-payments.ts'
import { PEOPLE_SCHEMA } from './migration-people.ts'
import { PERSONAL_DATA_SCHEMA } from './migration-personal-data.ts'
import { PRINTERS_SCHEMA } from './migration-printers.ts'
import { RESTORE_INDEX_SCHEMA } from './migration-restore-index.ts'
import { ROLES_SCHEMA } from './migration-roles.ts'
import { SEAL_PENDING_SCHEMA } from './migration-seal-pending.ts'
import { TILES_SCHEMA } from './migration-tiles.ts'
import { ARCHIVE_SCHEMA } from './migration-archive.ts'
import { GOODS_SCHEMA } from './migration-goods.ts'
import { PROMOTIONS_SCHEMA } from './migration-promotions.ts'
import { REPORTS_SCHEMA } from './migration-reports.ts'
import { CUSTOMER_SEARCH_SCHEMA } from './migration-customer-search.ts'
import { CUSTOMERS_SCHEMA } from './migration-customers.ts'
import { STOCK_SCHEMA } from './migration-stock.ts'
import { INVOICES_SCHEMA } from './migration-invoices.ts'
import { FIXED_PLACES_SCHEMA } from './migration-fixed-places.ts'
import { LIST_PRICES_SCHEMA } from './migration-list-prices.ts'
import { ASKED_PRICES_SCHEMA } from './migration-asked-prices.ts'
import { TIPS_SCHEMA } from './migration-tips.ts'
import { UNDO_SCHEMA } from './migration-undo.ts'
import { MAIL_SCHEMA } from './migration-mail.ts'
import { DRAWER_KICKS_SCHEMA } from './migration-drawer-kicks.ts'
import { VALES_SCHEMA } from './migration-vales.ts'
import { CREDIT_BALANCES_SCHEMA } from './migration-credit-balances.ts'

/**
 * Numbered migrations: the n-th entry leads to schema n. Never edited once released; each runs in
 * one transaction.
 */
export const MIGRATIONS: readonly string[] = [
  /* 1: the first till */ FIRST_TILL_SCHEMA,
  /* 2: finding lost documents, setting refused ones aside */ LOST_DOCUMENTS_SCHEMA,
  /* 3: several sales at one counter, who serves, what was approved */ PEOPLE_SCHEMA,
  /* 4: several payments a sale, vouchers, known customers, deletions */ PAYMENTS_SCHEMA,
  /* 5: printers as the shop wants them */ PRINTERS_SCHEMA,
  /* 6: what one service may have stays there, also among its companies */ COMPANIES_SCHEMA,
  /* 7: returns, and what they are worth as payment */ RETURNS_SCHEMA,
  /* 8: shifts, cash in and out, counts and reports */ SHIFTS_SCHEMA,
  /* 9: papers that ask a person, PDFs that are no use */ PAPERS_SCHEMA,
  /* 10: discounts as rules */ DISCOUNT_RULES_SCHEMA,
  /* 11: the open sale in one piece */ OPEN_SALE_SCHEMA,
  /* 12: tiles that keep their place, and their pictures */ TILES_SCHEMA,
  /* 13: returns of receipts issued elsewhere */ OUTSIDE_SCHEMA,
  /* 14: issued receipts that ended badly */ LATER_STATES_SCHEMA,
  /* 15: debit notes that undo a return */ UNDO_SCHEMA,
  /* 16: issued, and gone from the service */ MISSING_SCHEMA,
  /* 17: the seal over log, sales and closed shifts */ CHAIN_SCHEMA,
  /* 18: restores found without reading the journal of years */ RESTORE_INDEX_SCHEMA,
  /* 19: what is kept of people, and what of it was erased */ PERSONAL_DATA_SCHEMA,
  /* 20: PINs with a pepper, wrong ones counted apart */ PINS_SCHEMA,
  /* 21: products out of sale, and the catalogue as a list by name */ ARCHIVE_SCHEMA,
  /* 22: further barcodes, costs, and the prices there were */ GOODS_SCHEMA,
  /* 23: what was there before the seal is sealed behind the counter */ SEAL_PENDING_SCHEMA,
  /* 24: reports over any days */ REPORTS_SCHEMA,
  /* 25: what there is of each product, movement by movement */ STOCK_SCHEMA,
  /* 26: promotions, price lists, and what they took off a sold line */ PROMOTIONS_SCHEMA,
  /* 27: what a sold line cost on its day; lost documents among those that stand no more */
  DAY_COSTS_SCHEMA,
  /* 28: invoices, and what they say of a customer */ INVOICES_SCHEMA,
  /* 29: customers as a list of the shop's */ CUSTOMERS_SCHEMA,
  /* 30: roles of the shop's own, the owner's code on paper */ ROLES_SCHEMA,
  /* 31: receipts by e-mail */ MAIL_SCHEMA,
  /* 32: tips */ TIPS_SCHEMA,
  /* 33: public pages of receipts, sales without paper */ PAGES_SCHEMA,
  /* 34: products whose price is said when they are sold */ ASKED_PRICES_SCHEMA,
  /* 35: vales: the value of a return on paper */ VALES_SCHEMA,
  /* 36: prices of lists as prices */ LIST_PRICES_SCHEMA,
  /* 37: places of their own on the grid */ FIXED_PLACES_SCHEMA,
  /* 38: returns of invoices issued elsewhere */ OUTSIDE_INVOICES_SCHEMA,
  /* 39: customers found within a keystroke */ CUSTOMER_SEARCH_SCHEMA,
  /* 40: drawers that sales without paper owe */ DRAWER_KICKS_SCHEMA,
  /* 41: credit notes that pay in parts */ CREDIT_BALANCES_SCHEMA,
]

/** What the till's database is after all of them. */
export const SCHEMA_NEWEST = MIGRATIONS.length
