/** Issued receipts that ended badly ask a person. Part of the table in migrations.ts. */
export const LATER_STATES_SCHEMA = `
-- The state on the screen asks for these at every change; among a million receipts there are none or few.
DROP INDEX receipt_refused_by_authority;
CREATE INDEX receipt_ended_badly ON receipt (seq) WHERE authority_status IN ('RCH', 'DELETED') AND set_aside_reason IS NULL;
`

/** So do those that the service no longer finds. */
export const MISSING_SCHEMA = `
DROP INDEX receipt_ended_badly;
CREATE INDEX receipt_ended_badly ON receipt (seq) WHERE authority_status IN ('RCH', 'DELETED', 'MISSING') AND set_aside_reason IS NULL;
`
