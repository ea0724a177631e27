import { refusalOf } from '#till/support/trouble.ts'

/** The code a piece of work is refused with; null when it was done. */
export function refusedAs(work: () => unknown): string | null {
  try {
    work()
    return null
  } catch (error) {
    return refusalOf(error).code
  }
}
