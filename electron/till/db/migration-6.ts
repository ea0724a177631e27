/** 6: what one service may have stays there, also among the companies of one service. */
export const COMPANIES_SCHEMA = `
-- The service alone does not say whose folio 5 it is: the company that issued the receipt stands beside it.
UPDATE receipt SET service_id = service_id || ' ' || coalesce(iif(json_valid(CAST(body AS TEXT)),
  json_extract(CAST(body AS TEXT), '$.issuer.document_number'), NULL), '') WHERE service_id IS NOT NULL;
-- News of folios is read again within minutes; what this till has issued itself is known at once.
DELETE FROM folio_range;
DELETE FROM known_folio;
INSERT OR IGNORE INTO known_folio SELECT service_id, document_type, folio, remote_id, external_reference FROM receipt
  WHERE folio IS NOT NULL AND service_id IS NOT NULL;
-- The state on the screen asks for these at every change; among a million receipts there are none or few.
CREATE INDEX receipt_refused_by_authority ON receipt (seq) WHERE authority_status = 'RCH';
CREATE INDEX receipt_lost ON receipt (seq) WHERE issue_state = 'reconciling' AND remote_id IS NULL;
`
