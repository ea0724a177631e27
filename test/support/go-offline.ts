import { UNREACHABLE } from './till-fixture.ts'
import type { TillOfTest } from './till-per-test.ts'

/** The service is out of reach and the till knows it; the answer brings it back. */
export async function goOffline({
  fixture,
  api,
}: Pick<TillOfTest, 'fixture' | 'api'>): Promise<() => void> {
  const honest = fixture.service.answer
  fixture.service.answer = () => UNREACHABLE
  await fixture.until(() => api.status().connection === 'offline')
  return () => {
    fixture.service.answer = honest
  }
}
