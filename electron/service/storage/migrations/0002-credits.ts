import { sql, type Kysely } from 'kysely'
import { creditedReferenceOf, totalInPesos } from '../../catalogues/credited-reference.ts'
import { documentRequestSchema } from '#shared/issuing/document-request.ts'
import type { Engine } from '../engine.ts'
import type { Tables } from '../tables.ts'

const CREDIT_NOTE = 61

/**
 * What each Chilean credit note takes from the document it names, so that their sum can be held to
 * its total.
 */
export async function credits(db: Kysely<unknown>, engine: Engine): Promise<void> {
  const { integer, tableEnd } = engine
  await sql
    .raw(`CREATE TABLE credits (
    note_id TEXT PRIMARY KEY REFERENCES documents (id), company_id TEXT NOT NULL REFERENCES companies (id),
    document_code ${integer} NOT NULL, number ${integer} NOT NULL, amount_clp ${integer} NOT NULL CHECK (amount_clp >= 0)
    )${tableEnd}`)
    .execute(db)
  await sql
    .raw('CREATE INDEX credits_document ON credits (company_id, document_code, number)')
    .execute(db)
  await enterNotesIssuedBefore(db)
}

async function enterNotesIssuedBefore(db: Kysely<Tables>): Promise<void> {
  const notes = await db
    .selectFrom('documents')
    .innerJoin('companies', 'companies.id', 'documents.company_id')
    .select(['documents.id', 'documents.company_id', 'documents.body'])
    .where('documents.document_code', '=', CREDIT_NOTE)
    .where('companies.country', '=', 'CHL')
    .execute()
  for (const note of notes) {
    const request = documentRequestSchema.parse(JSON.parse(note.body))
    const reference = creditedReferenceOf(request)
    if (reference === null) continue
    await db
      .insertInto('credits')
      .values({
        note_id: note.id,
        company_id: note.company_id,
        document_code: reference.type.code,
        number: reference.number,
        amount_clp: totalInPesos(request),
      })
      .execute()
  }
}
