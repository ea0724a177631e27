/** Who was erased, without a name. The tables, in SQL. */
export const PEOPLE_DATA_SCHEMA = /* sql */ `
-- A digest under the till's own secret: nobody reads from it who it was.
CREATE TABLE erased_person (
  digest TEXT PRIMARY KEY,
  erased_at_ms INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

-- Their sales that were still on their way: the rest goes once they have arrived.
CREATE TABLE erasure_rest (
  sale_id TEXT PRIMARY KEY REFERENCES sale (id)
) STRICT, WITHOUT ROWID;
`
