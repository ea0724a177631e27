/** 29: customers as a list of the shop's, beside what a sale has named. Part of migrations.ts. */
export const CUSTOMERS_SCHEMA = `
-- What an invoice says of its buyer; empty where nobody has said.
ALTER TABLE customer ADD COLUMN activity TEXT NOT NULL DEFAULT '';
ALTER TABLE customer ADD COLUMN address TEXT NOT NULL DEFAULT '';
ALTER TABLE customer ADD COLUMN commune TEXT NOT NULL DEFAULT '';
ALTER TABLE customer ADD COLUMN notes TEXT NOT NULL DEFAULT '';
ALTER TABLE customer ADD COLUMN archived_at_ms INTEGER;
-- When a person wrote it down or changed it; last_sold_at_ms is 0 while nothing was sold to them.
ALTER TABLE customer ADD COLUMN kept_at_ms INTEGER NOT NULL DEFAULT 0;
UPDATE customer SET activity = i.activity, address = i.address, commune = i.commune
  FROM customer_invoice i WHERE i.rut = customer.rut;
DROP TABLE customer_invoice;
CREATE INDEX customer_by_name ON customer (folded_name, rut);
`
