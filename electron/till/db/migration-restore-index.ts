/** 18: each start asks for the last restore, of which there are few in a journal of years. */
export const RESTORE_INDEX_SCHEMA = `
CREATE INDEX journal_restore ON journal (at_ms) WHERE kind = 'restore';
`
