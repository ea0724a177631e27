/** 5: printers as the shop wants them; the printer's own word that a paper is finished. */
export const PRINTERS_SCHEMA = `
CREATE TABLE printer_setup (
  printer_id TEXT PRIMARY KEY,
  -- Of a printer that somebody told the till about; NULL for one that is found by looking.
  config_json TEXT,
  options_json TEXT NOT NULL,
  logo BLOB
) STRICT, WITHOUT ROWID;
ALTER TABLE print_job ADD COLUMN printed_at_ms INTEGER;
`
