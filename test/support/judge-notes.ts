import { documentRequestSchema, type DocumentRequest } from '#shared/issuing/document-request.ts'
import type { FakeService } from './till-fixture.ts'

/**
 * Notes of other tills as the service counts them: of any document `leftClp` are free. `words` is
 * how it says so; answers what it was asked about.
 */
export function judgeNotes(
  service: FakeService,
  leftClp: number,
  words = (left: number) => `queda: ${left}.`,
): { readonly askedClp: number[]; readonly asked: DocumentRequest[] } {
  const honest = service.answer
  const askedClp: number[] = []
  const asked: DocumentRequest[] = []
  service.answer = (request) => {
    if (!request.path.startsWith('/api/invoices/validate')) return honest(request)
    const note = documentRequestSchema.parse(
      JSON.parse(Buffer.from(request.body ?? []).toString('utf8')),
    )
    const { totals } = note
    asked.push(note)
    askedClp.push(totals.total)
    const isFree = totals.total <= leftClp
    const error = { field: 'totals.total', code: 'CREDIT_ABOVE_DOCUMENT', message: words(leftClp) }
    const answer = isFree ? { valid: true } : { valid: false, validation_errors: [error] }
    return { kind: 'answered', status: 200, bodyText: JSON.stringify(answer), headers: {} }
  }
  return { askedClp, asked }
}
