/**
 * The real core on its database behind the screen, with fakes only at its ports: an honest service
 * that can be away, and a printer that prints.
 */
import { fileURLToPath } from 'node:url'
import { expect } from 'vitest'
import { systemClock } from '#till/adapters/system.ts'
import { createImportPort } from '#till/importing/import-thread.ts'
import type { Clock } from '#till/kernel/ports.ts'
import type { Till } from '#till/till.ts'
import { documentRequestSchema } from '#shared/issuing/document-request.ts'
import type { EpochMs } from '#shared/core/brand.ts'
import {
  NOON,
  tillFixture,
  UNREACHABLE,
  type FakeService,
  type TillFixture,
} from '../support/till-fixture.ts'
import { refuseDocuments } from '../support/service-answers.ts'
import { valeCodeIn } from '../support/vale-till.ts'
import type { Counter } from './counter-driver.ts'
import { counterHands } from './counter-hands.ts'
import { PATIENT } from './each-story.ts'

/** The printer of the fixture makes no pictures of its papers. */
const DOT = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAAAAAA6fptVAAAACklEQVR4nGNoAAAAggCBd81ytgAAAABJRU5ErkJggg==',
  'base64',
)

const WORKER = fileURLToPath(
  new URL('../../electron/till/backup/durability/backup-worker.ts', import.meta.url),
)

/** A core for each story; `open` is what `eachStory` takes. */
export function realCore() {
  let fixture: TillFixture
  let till: Till
  let honest: FakeService['answer'] | null = null
  return {
    async open() {
      fixture = tillFixture()
      honest = null
      till = await fixture.open({ clock: clockFromNoon(), importing: createImportPort(WORKER) })
      await expect.poll(() => till.api.status().connection, PATIENT).toBe('online')
      return { api: till.api, paper: () => DOT }
    },
    hands({ page }: Counter) {
      const honest = fixture.service.answer
      // The till finds out by itself: by its next receipt, or by asking in its own time.
      const setOnline = (isOnline: boolean) => {
        fixture.service.answer = isOnline ? honest : () => UNREACHABLE
      }
      return counterHands({ page, till: { api: till.api, world: { setOnline } } })
    },
    mail: () => fixture.mail,
    /** For what somebody else does meanwhile. */
    api: () => till.api,
    /** For what stands in them, until it does so no more. */
    refuseDocuments(isRefusing: boolean): void {
      const { service } = fixture
      honest ??= service.answer
      if (isRefusing) refuseDocuments(service, 'recipient', 'FIELD_VALIDATION')
      else service.answer = honest
    },
    /** As the service was sent it. */
    lastDocument: () =>
      documentRequestSchema.parse(JSON.parse(fixture.service.created().at(-1)?.body ?? '')),
    /** All of them, in the order they were sent. */
    documents: () =>
      fixture.service.created().map(({ body }) => documentRequestSchema.parse(JSON.parse(body))),
    /** A shop reads it on the vale's paper alone. */
    valeCode(number: number): string {
      return valeCodeIn(fixture.dataDir, number)
    },
    close: () => fixture.close(),
  }
}

/** Real time, on the day of the fixture: no story depends on today's date. */
function clockFromNoon(): Clock {
  const startedAt = systemClock.now()
  return { ...systemClock, now: () => (NOON + systemClock.now() - startedAt) as EpochMs }
}
