/** Credit notes that pay in parts. Part of the table in migrations.ts. */
export const CREDIT_BALANCES_SCHEMA = `
DROP INDEX credit_spent;
CREATE INDEX credit_used ON sale_payment (credit_id) WHERE credit_id IS NOT NULL;
CREATE TRIGGER credit_within_value AFTER INSERT ON sale_payment
  WHEN new.credit_id IS NOT NULL
    AND (SELECT sum(u.tendered_clp) FROM sale_payment u WHERE u.credit_id = new.credit_id)
      > (SELECT given.total_clp FROM sale_payment given
        WHERE given.sale_id = new.credit_id AND given.method = 'NC' AND given.credit_id IS NULL)
  BEGIN SELECT RAISE(ABORT, 'a credit note pays more than it is worth'); END;
`
