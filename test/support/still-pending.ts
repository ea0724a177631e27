import type { HttpOutcome } from '#till/kernel/ports.ts'
import type { FakeService } from './fake-ports.ts'

/** As it answers, but each document is pending there still; to an order to delete it says this. */
export function stillPending(
  honest: FakeService['answer'],
  toDelete: (() => HttpOutcome) | null = null,
): FakeService['answer'] {
  return async (request) => {
    if (request.method === 'DELETE' && toDelete !== null) return toDelete()
    const read = await honest(request)
    return read.kind === 'answered'
      ? { ...read, bodyText: read.bodyText.replace('"status":"APR"', '"status":"PEN"') }
      : read
  }
}
