/** A service that shows documents to customers, as a till hears of it. */
import { PAGES_PATH } from '#shared/issuing/receipt-page.ts'
import { answered } from './service-answers.ts'
import type { FakeService } from './till-fixture.ts'

export function givePages(service: FakeService, publicAddress: string): void {
  const before = service.answer
  service.answer = (request) =>
    request.path === PAGES_PATH
      ? answered(200, { public_address: publicAddress, days: 365 })
      : before(request)
}
