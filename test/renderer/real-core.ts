/** The shop of the core's own tests behind the screen: three products, and folios from one. */
import { documentRequestSchema } from '#shared/issuing/document-request.ts'
import { FIXTURE_CATALOGUE, PRINTER, type FakeService } from '../support/till-fixture.ts'
import { refuseDocuments } from '../support/service-answers.ts'
import { valeCodeIn } from '../support/vale-till.ts'
import { openCore, type CounterCore } from './counter-core.ts'
import type { Counter } from './counter-driver.ts'
import { counterHands } from './counter-hands.ts'

/** A core for each story; `open` is what `eachStory` takes, and its counter closes it. */
export function realCore() {
  let core: CounterCore
  let honest: FakeService['answer'] | null = null
  return {
    async open() {
      honest = null
      core = await openCore({ demoCatalogue: FIXTURE_CATALOGUE, printers: [PRINTER] }, 0)
      return core
    },
    hands: ({ page }: Pick<Counter, 'page'>) => counterHands({ page, till: core }),
    mail: () => core.fixture.mail,
    /** For what somebody else does meanwhile. */
    api: () => core.api,
    /** For what stands in them, until it does so no more. */
    refuseDocuments(isRefusing: boolean): void {
      const { service } = core.fixture
      honest ??= service.answer
      if (isRefusing) refuseDocuments(service, 'recipient', 'FIELD_VALIDATION')
      else service.answer = honest
    },
    /** As the service was sent it. */
    lastDocument: () =>
      documentRequestSchema.parse(JSON.parse(core.fixture.service.created().at(-1)?.body ?? '')),
    /** All of them, in the order they were sent. */
    documents: () =>
      core.fixture.service
        .created()
        .map(({ body }) => documentRequestSchema.parse(JSON.parse(body))),
    /** A shop reads it on the vale's paper alone. */
    valeCode(number: number): string {
      return valeCodeIn(core.fixture.dataDir, number)
    },
  }
}
