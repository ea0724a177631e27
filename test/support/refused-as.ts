import { refusalOf } from '#till/backup/support/trouble.ts'

/** The code a piece of work is refused with; null when it was done. */
export function refusedAs(work: () => unknown): string | null {
  try {
    work()
    return null
  } catch (error) {
    return refusalOf(error).code
  }
}

/** The same of work that takes its time. */
export const refusedIn = (work: Promise<unknown>): Promise<string | null> =>
  work.then(
    () => null,
    (error: unknown) => refusalOf(error).code,
  )
