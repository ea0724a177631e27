/** The tool's command over folio ranges: what there is, and where a range that is held goes on. */
import type { Kysely } from 'kysely'
import type { FolioRangeId } from './core/ports.ts'
import { isHeld, thisPlace } from './storage/place.ts'
import type { Storage } from './storage/storage.ts'
import type { Tables } from './storage/tables.ts'
import { row, ToolRefusal, type ToolCommand } from './tool-options.ts'

const NEXT_FORM = /^(\+?)(\d{1,10})$/

/**
 * Without `--next` every range: RUT, type, folios, the next one, state, id, `trial` where it is for
 * trials, and of one that is held the highest folio the authority has. `ranges ID --next N`: it
 * goes on with N. `ranges --next +N`: each one that is held leaves out N folios, and goes on after
 * them.
 */
export const ranges: ToolCommand = async (storage, { id, next }) => {
  if (next === undefined) return id === '' ? listRanges(storage) : null
  const [, plus, digits] = NEXT_FORM.exec(next) ?? []
  if (digits === undefined || (plus === '') !== (id !== '')) return null
  return storage.write(async (db) => {
    const chosen = await chosenRanges(db, id)
    if (chosen.length === 0)
      throw new ToolRefusal(id === '' ? 'no range is held' : `no range ${id}`)
    const lines: string[] = []
    for (const range of chosen) {
      const first = await firstFree(db, range)
      const wanted = plus === '' ? Number(digits) : first + Number(digits)
      lines.push(
        await goOn(db, range, { first, wanted: plus === '' ? wanted : clipped(range, wanted) }),
      )
    }
    return lines
  })
}

async function listRanges(storage: Storage): Promise<readonly string[]> {
  const rows = await storage.read
    .selectFrom('folio_ranges')
    .innerJoin('companies', 'companies.id', 'folio_ranges.company_id')
    .selectAll('folio_ranges')
    .select(['companies.document_number', isHeld(storage.read).as('is_held')])
    .orderBy('companies.document_number')
    .orderBy('folio_ranges.document_code')
    .orderBy('folio_ranges.first_folio')
    .execute()
  return rows.map((range) => {
    const isStopped = range.status === 'ACT' && Boolean(range.is_held)
    return row(
      range.document_number,
      range.document_code,
      `${range.first_folio}-${range.last_folio}`,
      range.next_folio,
      isStopped ? 'HELD' : range.status,
      range.id,
      ...(range.is_trial === 1 ? ['trial'] : []),
      ...(isStopped ? [`authority has ${range.authority_folio ?? 'said nothing'}`] : []),
    )
  })
}

type Range = Awaited<ReturnType<typeof chosenRanges>>[number]

/** Held until the end of the transaction: a service that issues meanwhile waits. */
async function chosenRanges(db: Kysely<Tables>, id: string) {
  const inUse = db
    .updateTable('folio_ranges')
    .set((eb) => ({ next_folio: eb.ref('next_folio') }))
    .where('status', '=', 'ACT')
    .returningAll()
  return id === ''
    ? inUse.where(isHeld(db)).execute()
    : inUse.where('id', '=', id as FolioRangeId).execute()
}

/** The first folio that neither this database nor the authority has, or the one after the last. */
async function firstFree(db: Kysely<Tables>, range: Range): Promise<number> {
  const { highest } = await db
    .selectFrom('documents')
    .select((eb) => eb.fn.max('number').as('highest'))
    .where('company_id', '=', range.company_id)
    .where('document_code', '=', range.document_code)
    .where('is_trial', '=', range.is_trial)
    .where('number', '>=', range.first_folio)
    .where('number', '<=', range.last_folio)
    .executeTakeFirstOrThrow()
  const first = Math.max(
    range.next_folio,
    (range.authority_folio ?? 0) + 1,
    Number(highest ?? 0) + 1,
  )
  return clipped(range, first)
}

const clipped = (range: Range, folio: number) => Math.min(folio, range.last_folio + 1)

async function goOn(
  db: Kysely<Tables>,
  range: Range,
  { first, wanted }: { readonly first: number; readonly wanted: number },
): Promise<string> {
  const { id, last_folio: last } = range
  if (wanted < first) throw new ToolRefusal(`${id}: ${first - 1} was issued, go on with ${first}`)
  if (wanted > last + 1) throw new ToolRefusal(`${id}: it ends with ${last}`)
  await db
    .updateTable('folio_ranges')
    .set({ next_folio: wanted, issues_in: thisPlace(db), status: wanted > last ? 'AGO' : 'ACT' })
    .where('id', '=', id)
    .execute()
  return `${id}\t${wanted > last ? 'used up' : `goes on with ${wanted}`}`
}
