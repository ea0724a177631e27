/** Documents that were issued and stand no more. Part of the table in migrations.ts. */
export const REPORTS_SCHEMA = `
CREATE INDEX receipt_void ON receipt (sale_id) WHERE authority_status IN ('RCH', 'DELETED');
`
