import { sql, type Kysely } from 'kysely'
import { POSTGRES_ENGINE, type Engine } from '../engine.ts'

/**
 * PDFs that were drawn. Each can be drawn again, so PostgreSQL writes no log of them and empties
 * the table after a crash; beside SQLite they stand in a file of their own (`drawn-file.ts`).
 */
export async function drawnPdfs(db: Kysely<unknown>, engine: Engine): Promise<void> {
  if (engine !== POSTGRES_ENGINE) return
  for (const statement of drawnPdfsTable(engine, 'UNLOGGED TABLE'))
    await sql.raw(statement).execute(db)
}

export function drawnPdfsTable({ integer, blob, tableEnd }: Engine, kind: string): string[] {
  return [
    `CREATE ${kind} drawn_pdfs (document_id TEXT NOT NULL, width_mm ${integer} NOT NULL,
      drawing TEXT NOT NULL, checksum TEXT NOT NULL, size ${integer} NOT NULL,
      drawn_at_ms ${integer} NOT NULL, pdf ${blob} NOT NULL,
      PRIMARY KEY (document_id, width_mm))${tableEnd}`,
    'CREATE INDEX drawn_pdfs_age ON drawn_pdfs (drawn_at_ms)',
  ]
}
