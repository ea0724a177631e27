/** What a guarded row is called: a product's name and code, whose role, which movement. */
import type Database from 'better-sqlite3'
import type { GuardedKind } from '#shared/staff/views.ts'

/** Where the name of a row is read, by its key; a list of keys is read part by part. */
const NAMED_BY: Readonly<Partial<Record<GuardedKind, string>>> = {
  person: 'SELECT name FROM staff WHERE id = @own',
  personRole: `SELECT coalesce(s.name, '') || ', ' || coalesce(r.name, '') FROM
    (SELECT json_extract(@own, '$[0]') AS staff, json_extract(@own, '$[1]') AS role)
    LEFT JOIN staff s ON s.id = staff LEFT JOIN own_role r ON r.id = role`,
  personBar: 'SELECT name FROM staff WHERE id = @own',
  role: 'SELECT name FROM own_role WHERE id = @own',
  approval: "SELECT approver_name || ', ' || cashier_name FROM approval WHERE id = @own",
  product: "SELECT name || ' (' || code || ')' FROM product WHERE id = @own",
  barcode: `SELECT b.code || ', ' || p.name FROM product_barcode b
    JOIN product p ON p.id = b.product_id WHERE b.code = @own`,
  plannedPrice: `SELECT name || ' (' || code || '), ' || json_extract(@own, '$[1]') FROM product
    WHERE id = json_extract(@own, '$[0]')`,
  promotion: 'SELECT name FROM promotion WHERE id = @own',
  priceList: 'SELECT name FROM price_list WHERE id = @own',
  listPrice: `SELECT coalesce(p.name || ' (' || p.code || ')', '') || ', ' || coalesce(l.name, '')
    FROM (SELECT json_extract(@own, '$[0]') AS list, json_extract(@own, '$[1]') AS product)
    LEFT JOIN price_list l ON l.id = list LEFT JOIN product p ON p.id = product`,
  listPercent: `SELECT name FROM price_list WHERE id = json_extract(@own, '$[0]')`,
  customerList: 'SELECT legal_name FROM customer WHERE rut = @own',
  shift: 'SELECT CAST(number AS TEXT) FROM shift WHERE id = @own',
  movement: "SELECT '$' || amount_clp || ', ' || reason FROM cash_movement WHERE id = @own",
  count: `SELECT CAST(s.number AS TEXT) FROM shift_count c JOIN shift s ON s.id = c.shift_id
    WHERE c.id = @own`,
  report: `SELECT r.kind || ' ' || s.number FROM shift_report r JOIN shift s ON s.id = r.shift_id
    WHERE r.id = @own`,
  cardAttempt: 'SELECT ticket FROM card_attempt WHERE id = @own',
  cardRefund: `SELECT a.ticket FROM card_refund f JOIN card_attempt a ON a.id = f.attempt_id
    WHERE f.id = @own`,
  cardTotals: `SELECT CAST(s.number AS TEXT) FROM card_totals t JOIN shift s ON s.id = t.shift_id
    WHERE t.seq = @own`,
  voidedVale: "SELECT 'V' || number FROM vale_void WHERE number = @own",
}

/** Rows that have no name of their own, as the papers and the log call them. */
const WORDS: Readonly<Record<string, string>> = {
  'settings till': 'de la tienda',
  'settings scaleLayouts': 'de las etiquetas de balanza',
  'settings purpose': 'de para qué es la caja',
  'settings begins': 'de cómo comenzó la caja',
  'settings mail': 'del correo',
  'rights cashier': 'Cajero',
  'rights supervisor': 'Supervisor',
  'rights owner': 'Dueño',
}

/** Of a person that is gone the log still says who it was. */
const LAST_NAME = 'SELECT staff_name FROM audit WHERE staff_id = @own ORDER BY seq DESC LIMIT 1'

/** `own` is the key of the row, if it stands there; else as the seal names it. */
export function nameOfState(
  db: Database.Database,
  {
    kind,
    ref,
    own,
  }: { readonly kind: GuardedKind; readonly ref: string; readonly own: string | null },
): string {
  const find = (sql: string) =>
    db
      .prepare<[{ own: string }], string | null>(sql)
      .pluck()
      .get({ own: own ?? ref }) ?? null
  const word = WORDS[`${kind} ${ref}`]
  if (word !== undefined) return word
  // The seal names no customer, and the row that would is gone.
  if (kind === 'customerList' && own === null) return '—'
  const sql = NAMED_BY[kind]
  try {
    const name = sql === undefined ? null : find(sql)
    return name ?? (kind === 'person' ? find(LAST_NAME) : null) ?? ref
  } catch {
    // A key that somebody has written is no list of keys.
    return ref
  }
}
