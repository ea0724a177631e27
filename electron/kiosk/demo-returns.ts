/**
 * What the demo takes back: a line of a receipt that is out, and a whole sale whose receipt still
 * waits for its folio.
 */
import { copyFile } from 'node:fs/promises'
import { join } from 'node:path'
import { refundDeed } from '#shared/staff/deeds.ts'
import type { CommittedReturn } from '#shared/returns/views.ts'
import type { TillApi } from '#shared/bridge/contract.ts'
import type { SaleId } from '#shared/core/brand.ts'
import type { Clp } from '#shared/money/clp.ts'
import type { PaymentMethodId } from '#shared/selling/payment/payment-method.ts'
import { quantityLeft, refundTotal } from '#shared/returns/return-shares.ts'
import type { ReceiptDetail } from '#shared/receipts/views.ts'

/** The cashier may not; the supervisor of the demo shop leans over with his PIN. */
export async function giveBack(
  api: TillApi,
  saleId: SaleId,
  which: 'first line' | 'all',
): Promise<CommittedReturn> {
  const opened = await api.openReturn(saleId)
  if (!opened.ok) throw new Error(`no return: ${opened.refusal.code}`)
  const { returnId, originalId, lines } = opened.value
  const method = paidBy(api, originalId)
  const quantities = new Map(
    (which === 'all' ? lines : lines.slice(0, 1)).map((line) => [
      line.lineNumber,
      quantityLeft(line),
    ]),
  )
  const totalClp = refundTotal(lines, quantities)
  const made = api.commitReturn({
    returnId,
    originalId,
    lines: [...quantities].map(([lineNumber, quantity]) => ({ lineNumber, quantity })),
    reason: 'Producto con falla',
    refund: { method, reference: '' },
    expectedTotalClp: totalClp,
    approvalId: await approvalOf(api, { subject: originalId, method, amountClp: totalClp }),
  })
  if (!made.ok) throw new Error(`return refused: ${made.refusal.code}`)
  return made.value
}

/** Money goes back the way it came. */
function paidBy(api: TillApi, saleId: SaleId): PaymentMethodId {
  const receipt = api.receipt(saleId)
  const [payment] = receipt.ok ? receipt.value.payments : []
  if (payment === undefined) throw new Error('no receipt of the demo is without its payment')
  return payment.method
}

interface Back {
  readonly subject: SaleId
  readonly method: PaymentMethodId
  readonly amountClp: Clp
}

async function approvalOf(
  api: TillApi,
  { subject, method, amountClp }: Back,
): Promise<string | null> {
  const { isOn, members, demoPins } = api.staff()
  if (!isOn) return null
  const supervisor = members.find(({ role }) => role === 'supervisor')
  const pin = demoPins.find(({ name }) => name === supervisor?.name)?.pin
  if (supervisor === undefined || pin === undefined)
    throw new Error('the demo shop has a supervisor')
  const approval = await api.approve({
    staffId: supervisor.id,
    pin,
    subject: { kind: 'right', ...refundDeed(subject, method, amountClp) },
  })
  if (!approval.ok) throw new Error(approval.refusal.code)
  return approval.value.approvalId
}

interface ReturnPapers {
  readonly detail: ReceiptDetail
  readonly original: ReceiptDetail
  /** Of the data folder. */
  readonly tillDir: string
  readonly pdfNames: readonly string[]
  readonly folder: string
}

/** Copies what a return left, and sums it up. The note and its slip have names of their own. */
export async function collectReturn(
  { detail, original, tillDir, pdfNames, folder }: ReturnPapers,
  index: number,
) {
  const name = `return-${index + 1}-61-${detail.folio}`
  const pdf = pdfNames.find((file) => file.startsWith(detail.saleId))
  if (pdf) await copyFile(join(tillDir, 'pdf', pdf), join(folder, `${name}.pdf`))
  const papers = detail.papers.filter(({ state }) => state === 'sent')
  for (const { jobId, kind } of papers) {
    for (const form of ['escpos', 'png']) {
      await copyFile(
        join(tillDir, 'paper', `${jobId}.${form}`),
        join(folder, `${name}-${kind === 'receipt' ? 'note' : 'provisional'}.${form}`),
      )
    }
  }
  const notes = papers.filter(({ kind }) => kind === 'receipt')
  return {
    external_reference: detail.externalReference,
    type: detail.documentType,
    folio: detail.folio,
    total: detail.totalClp,
    about: { type: original.documentType, folio: original.folio, total: original.totalClp },
    width_mm: notes[0]?.widthMm ?? null,
    printed: notes.length,
    provisional: papers.some(({ kind }) => kind === 'slip'),
  }
}
