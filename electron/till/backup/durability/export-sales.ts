/**
 * Every sale that can still be read, also from a damaged file, for support and for the shop's
 * accountant.
 */
import Database from 'better-sqlite3'

interface ExportedSale {
  /**
   * A return is a row of `sale` as well; its amounts are what went back. `change`: either document
   * of a change, with which no money moved.
   */
  readonly kind: 'sale' | 'return' | 'return-undone' | 'change'
  readonly sale: Readonly<Record<string, unknown>>
  readonly lines: readonly Readonly<Record<string, unknown>>[]
  /** Of a sale that a voucher and a boleta document together: both, to be counted instead of it. */
  readonly parts: readonly Readonly<Record<string, unknown>>[]
  readonly payments: readonly Readonly<Record<string, unknown>>[]
  /** The receipt's row, its body as the JSON that is sent; null when there is none to read. */
  readonly receipt: Readonly<Record<string, unknown>> | null
  /**
   * `done` in its state: the document is declared by nobody. Asked for or refused, it stands. Null
   * where nobody asked.
   */
  readonly deletion: Readonly<Record<string, unknown>> | null
}

/** Oldest first. `onFault` hears of what could not be read; the rest goes on. */
export function* exportSales(
  db: Database.Database,
  onFault: (detail: string) => void,
): Generator<ExportedSale> {
  const read = <Row>(what: string, ask: () => Row, otherwise: Row): Row => {
    try {
      return ask()
    } catch (error) {
      if (!(error instanceof Database.SqliteError)) throw error
      onFault(`${what}: ${error.code}`)
      return otherwise
    }
  }
  type Row = Record<string, unknown>
  const rowsOf = (table: string, saleId: string): Row[] =>
    read(
      `${table} ${saleId}`,
      () => db.prepare<[string], Row>(`SELECT * FROM ${table} WHERE sale_id = ?`).all(saleId),
      [],
    )
  for (const { seq, id } of saleSeqs(db, onFault)) {
    const sale = read(
      `sale ${id}`,
      () => db.prepare<[number], Row>('SELECT * FROM sale WHERE seq = ?').get(seq),
      undefined,
    )
    if (sale === undefined) continue
    const [receipt] = rowsOf('receipt', id)
    const [deletion = null] = rowsOf('receipt_deletion', id)
    yield {
      kind: kindOf(sale),
      sale,
      lines: rowsOf('sale_line', id),
      parts: rowsOf('sale_part', id),
      payments: rowsOf('sale_payment', id),
      deletion,
      receipt: receipt === undefined ? null : { ...receipt, body: readBody(receipt['body']) },
    }
  }
}

/** Read from both ends, so that one broken page in the middle hides neither. */
export function saleSeqs(
  db: Database.Database,
  onFault: (detail: string) => void,
): { seq: number; id: string }[] {
  const found = new Map<number, string>()
  for (const order of ['ASC', 'DESC']) {
    try {
      const rows = db.prepare<[], { seq: number; id: string }>(
        `SELECT seq, id FROM sale NOT INDEXED ORDER BY seq ${order}`,
      )
      for (const { seq, id } of rows.iterate()) found.set(seq, id)
    } catch (error) {
      if (!(error instanceof Database.SqliteError)) throw error
      onFault(`sale: ${error.code}`)
    }
  }
  return [...found].sort(([a], [b]) => a - b).map(([seq, id]) => ({ seq, id }))
}

function readBody(body: unknown): unknown {
  if (!Buffer.isBuffer(body)) return null
  const text = body.toString('utf8')
  try {
    return JSON.parse(text) as unknown
  } catch {
    return text
  }
}

function kindOf(sale: Readonly<Record<string, unknown>>): ExportedSale['kind'] {
  if ((sale['change_of'] ?? null) !== null) return 'change'
  const documentType = sale['document_type']
  return documentType === '56' ? 'return-undone' : documentType === '61' ? 'return' : 'sale'
}
