/** Rows of the contract: a list on its way into the till. */
import { command, done, laterResult, query, result } from '../staff/row.ts'
import * as lists from './importing.ts'

export const IMPORTING = {
  /**
   * The list on its way into the till; null without one. Of what it is says who may: products are
   * the catalogue's right, customers are that of their list.
   */
  importing: query(lists.importingInput, result<lists.ImportView | null>(), 'content'),
  /** A piece of its file; the last one makes the core read it. */
  sendImport: command(lists.importPartInput, done, 'content'),
  /** What its columns are; it is held against what the till has anew. */
  arrangeImport: command(lists.arrangeImportInput, done, 'content'),
  importRows: query(
    lists.importRowsInput,
    laterResult<{ readonly rows: readonly lists.PlannedRow[]; readonly total: number }>(),
    'content',
  ),
  acceptImport: command(
    lists.importIdInput,
    done,
    'content',
    'goods-imported',
    'customers-imported',
  ),
  cancelImport: command(lists.importIdInput, done, 'content'),
}
