/**
 * What words are looked for in among customers: the RUT as digits, the phone without its spaces.
 * A question must say it letter by letter like this, or the index below is not read.
 */
export const CUSTOMER_WORDS = `folded_name || ' ' || lower(email) || ' ' || replace(phone, ' ', '')
  || ' ' || lower(replace(rut, '-', ''))`

/**
 * Customers in the order of their names, with all that a search reads of them: it reads this index
 * alone, a fraction of the table. Part of migrations.ts.
 */
export const CUSTOMER_SEARCH_SCHEMA = `
DROP INDEX customer_by_name;
CREATE INDEX customer_list
  ON customer (folded_name, rut, archived_at_ms, last_sold_at_ms, ${CUSTOMER_WORDS});
`
