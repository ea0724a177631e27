/** The change of a document for another, as it crosses the bridge. */
import { z } from 'zod'
import type { Folio, IsoDate, SaleId } from '../core/brand.ts'
import type { SaleType } from '../core/document-type.ts'
import type { Clp } from '../money/clp.ts'
import { approvalIdInput, saleIdSchema } from '../text/input-schemas.ts'
import { recipientInput } from '../selling/inputs.ts'
import type { CommittedSale } from '../selling/views.ts'

export const changeInput = z.object({
  /** Made when the change was opened: the same one sent again is the same change. */
  changeId: saleIdSchema,
  originalId: saleIdSchema,
  to: z.enum(['invoice', 'receipt']),
  /** Of the new document; null names nobody, which only a boleta may. */
  recipient: recipientInput.nullable(),
  approvalId: approvalIdInput,
})
export type ChangeInput = z.output<typeof changeInput>

/** A document that may be changed, as the screen shows it. */
export interface ChangeableSale {
  /** Goes with the command. */
  readonly changeId: SaleId
  readonly originalId: SaleId
  readonly to: ChangeInput['to']
  readonly documentType: SaleType
  /** Null while it waits for it: the note then waits for it, and the new document for the note. */
  readonly folio: Folio | null
  readonly date: IsoDate
  readonly totalClp: Clp
  /** It was charged in another month than this one: both sides are declared in this. */
  readonly isOtherMonth: boolean
  /** Whom it names; null for nobody. */
  readonly buyer: { readonly rut: string; readonly legalName: string } | null
}

/** Everything here is on disk. */
export interface ChangedSale extends CommittedSale {
  readonly originalId: SaleId
  readonly noteId: SaleId
}
