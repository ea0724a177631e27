/** How a till leaves, arrives and comes back at the command line. */
import { leaveByHand, takeBackByHand } from '#till/backup/moving/by-hand.ts'
import { restoreByHand } from '#till/backup/support/by-hand.ts'
import { listCopies } from '#till/backup/support/look.ts'
import { SupportRefused } from '#till/backup/support/trouble.ts'
import { NOON } from './till-fixture.ts'

export function leaving(
  dataDir: string,
  to: string,
  at = NOON,
): { readonly code: string; readonly go: () => Promise<string[]> } {
  const told = { code: '' }
  return {
    get code() {
      return told.code
    },
    go: () =>
      leaveByHand({ dataDir, to, at, onCode: (code) => (told.code = code), retire: () => {} }),
  }
}

/** An ordinary restore, of the copy that a till left in. */
export async function arriving(dataDir: string, from: string, code: string, at = NOON) {
  const copy = listCopies(from, code, null).find(({ name }) => name.includes('-moved'))
  if (copy === undefined) throw new SupportRefused('COPY_NOT_FOUND')
  return restoreByHand({ dataDir, name: copy.name, from, code, rut: null, at })
}

export const comingBack = (dataDir: string, code: string | null, at = NOON) =>
  takeBackByHand({ dataDir, code, lostRut: null, at })
