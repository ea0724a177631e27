import { CARD_SCHEMA } from '../card/schema.ts'
import { STOCK_SCHEMA } from '../catalogue/stock/schema.ts'
import { CATALOGUE_SCHEMA } from '../catalogue/schema.ts'
import { CHAIN_SCHEMA } from '../audit/schema.ts'
import { CUSTOMERS_SCHEMA } from '../customers/schema.ts'
import { FLEET_FACTS_SCHEMA } from '../fleet/facts-schema.ts'
import { FLEET_HUB_SCHEMA } from '../fleet/hub/hub-schema.ts'
import { FLEET_SCHEMA } from '../fleet/schema.ts'
import { FLEET_WORTH_SCHEMA } from '../fleet/worth-schema.ts'
import { JOURNAL_SCHEMA } from '../kernel/journal-schema.ts'
import { STEADY_SCHEMA } from '../kernel/steady-schema.ts'
import { MAIL_SCHEMA } from '../delivery/mail/schema.ts'
import { PAGES_SCHEMA } from '../delivery/pages/schema.ts'
import { PARKED_SCHEMA } from '../selling/parked/schema.ts'
import { PEOPLE_DATA_SCHEMA } from '../customers/people-data/schema.ts'
import { PRINT_SCHEMA } from '../printing/schema.ts'
import { PROMOTIONS_SCHEMA } from '../promotions/schema.ts'
import { RETURNS_SCHEMA } from '../returns/schema.ts'
import { SALES_SCHEMA } from '../selling/schema.ts'
import { SETTINGS_SCHEMA } from '../settings/schema.ts'
import { SHIFTS_SCHEMA } from '../shifts/schema.ts'
import { STAFF_SCHEMA } from '../staff/schema.ts'
import { OUTBOX_SCHEMA } from '../issuing/outbox/schema.ts'
import { VALES_SCHEMA } from '../vales/schema.ts'

/** The first release's tables: each feature's own stand beside its code, as `schema.ts`. */
const FIRST_RELEASE = [
  SETTINGS_SCHEMA,
  JOURNAL_SCHEMA,
  STEADY_SCHEMA,
  STAFF_SCHEMA,
  CHAIN_SCHEMA,
  CATALOGUE_SCHEMA,
  STOCK_SCHEMA,
  PROMOTIONS_SCHEMA,
  CUSTOMERS_SCHEMA,
  PEOPLE_DATA_SCHEMA,
  SHIFTS_SCHEMA,
  SALES_SCHEMA,
  PARKED_SCHEMA,
  RETURNS_SCHEMA,
  VALES_SCHEMA,
  OUTBOX_SCHEMA,
  PRINT_SCHEMA,
  MAIL_SCHEMA,
  PAGES_SCHEMA,
  CARD_SCHEMA,
  FLEET_SCHEMA,
  FLEET_HUB_SCHEMA,
  FLEET_WORTH_SCHEMA,
  FLEET_FACTS_SCHEMA,
].join('\n')

/**
 * The first makes the database, each further one leads to the next schema in one transaction. Until
 * the first release a change is made in the feature's `schema.ts`; from then on none is edited, and
 * a change is a file of its own here.
 */
export const MIGRATIONS: readonly string[] = [FIRST_RELEASE]

/** Of the first release. What has a lower number was made before it, by a till nobody installed. */
export const SCHEMA_FIRST = 100

/** What the till's database is after so many migrations. */
export function schemaAfter(migrations: readonly string[]): number {
  return SCHEMA_FIRST + migrations.length - 1
}

export const SCHEMA_NEWEST = schemaAfter(MIGRATIONS)
