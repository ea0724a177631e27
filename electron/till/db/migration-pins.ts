/** 20: PINs with a pepper, and wrong ones counted apart for each way in. */
export const PINS_SCHEMA = `
-- Which pepper went into the hash (staff/pin-pepper.ts); empty for none.
ALTER TABLE staff ADD COLUMN pin_pepper TEXT NOT NULL DEFAULT '';
CREATE TABLE pin_tries (
  staff_id TEXT NOT NULL REFERENCES staff (id),
  -- Empty at the door; over the shoulder the id of whoever asked.
  asked_by TEXT NOT NULL,
  failed_count INTEGER NOT NULL,
  locked_until_ms INTEGER NOT NULL,
  PRIMARY KEY (staff_id, asked_by)
) STRICT, WITHOUT ROWID;
INSERT INTO pin_tries SELECT id, '', failed_count, locked_until_ms FROM staff WHERE failed_count > 0;
ALTER TABLE staff DROP COLUMN failed_count;
ALTER TABLE staff DROP COLUMN locked_until_ms;
`
