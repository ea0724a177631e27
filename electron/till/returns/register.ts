import type { ReturnContext } from '#shared/returns/return-decision.ts'

/** What every return reads of the register it is made at. */
export type Register = Pick<
  ReturnContext,
  | 'registerName'
  | 'cashierName'
  | 'paymentMethods'
  | 'serviceIsDown'
  | 'serviceId'
  | 'issuer'
  | 'branchOffice'
  | 'nextVale'
  | 'givesVales'
> & { readonly registerNumber: number }
