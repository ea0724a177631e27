/** 23: what the last epoch has still to seal, in slices behind the counter (chain/pending.ts). */
export const SEAL_PENDING_SCHEMA = `
ALTER TABLE chain_head ADD COLUMN pending_json TEXT;
`
