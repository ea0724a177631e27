/** How a till leaves, arrives and comes back at the command line. */
import { arriveByHand } from '#till/moving/by-hand.ts'
import { leaveByHand, takeBackByHand } from '#till/moving/leave-by-hand.ts'
import { NOON } from './till-fixture.ts'

export function leaving(dataDir: string, to: string, at = NOON): { code: string; go: () => void } {
  const told = { code: '' }
  return {
    get code() {
      return told.code
    },
    go: () => void leaveByHand({ dataDir, to, at, onCode: (code) => (told.code = code) }),
  }
}

export const arriving = (dataDir: string, from: string, code: string, at = NOON) =>
  arriveByHand({ dataDir, from, code, rut: null, at })

export const comingBack = (dataDir: string, from: string | null, code: string | null, at = NOON) =>
  takeBackByHand({ dataDir, from, code, lostRut: null, at })
