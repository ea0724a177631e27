/** What a margin and a report of documents need. Part of the table in migrations.ts. */
export const DAY_COSTS_SCHEMA = `
-- Of one unit without IVA, when the line was sold; what comes back brings back what it cost.
-- NULL: sold before costs were kept, or at a time without one.
ALTER TABLE sale_line ADD COLUMN cost_net_clp INTEGER;
-- What is gone from the service stands no more either.
DROP INDEX receipt_void;
CREATE INDEX receipt_void ON receipt (sale_id) WHERE authority_status IN ('RCH', 'DELETED', 'MISSING');
`
