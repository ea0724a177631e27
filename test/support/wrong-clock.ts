/** A machine's clock that is set wrong, beside a service whose own is right and says so. */
import { NOON } from './manual-clock.ts'
import type { TillOfTest } from './till-per-test.ts'

const DAY_MS = 24 * 3_600_000

/** Resolves once the till knows. `laterDays`: so many have passed at the service. */
export async function setClockWrong(
  { fixture, till }: Pick<TillOfTest, 'fixture' | 'till'>,
  days: number,
  laterDays = 0,
): Promise<void> {
  const { clock, service } = fixture
  const before = service.answer
  clock.jumpWallClock(days * DAY_MS)
  const theirs = () => NOON + clock.monotonicMs() + laterDays * DAY_MS
  service.answer = async (request) => {
    const outcome = await before(request)
    const date = new Date(theirs()).toUTCString()
    return outcome.kind === 'answered' ? { ...outcome, headers: { date } } : outcome
  }
  const isKnown = () => {
    const { clockSkewMs } = till.api.status()
    return clockSkewMs !== null && Math.abs(theirs() - clock.now() - clockSkewMs) < DAY_MS / 2
  }
  await fixture.until(isKnown, 60_000)
}
