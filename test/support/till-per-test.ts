/** What a test of the core begins with: a folder of its own and, where asked for, an open till. */
import { afterEach, beforeEach } from 'vitest'
import type { TillApi } from '#shared/bridge/contract.ts'
import type { TillOptions } from '#till/options.ts'
import type { Till } from '#till/till.ts'
import { readingAs } from './reading-as.ts'
import { tillFixture, type FakeService, type TillFixture } from './till-fixture.ts'

/** Each reads as that of the present test. */
export interface TillOfTest {
  readonly fixture: TillFixture
  /** The till that was opened last. */
  readonly till: Till
  readonly api: TillApi
  /** What the service answers to whoever asks, also after the test has changed `service.answer`. */
  readonly honest: FakeService['answer']
}

/** A folder, a service and a printer; the test opens its till itself. */
export function fixturePerTest(): TillOfTest {
  let made: TillFixture | null = null
  let opened: Till | null = null
  let honest: FakeService['answer'] | null = null
  beforeEach(() => {
    const fixture = tillFixture()
    honest = fixture.service.answer
    opened = null
    made = { ...fixture, open: async (changes) => (opened = await fixture.open(changes)) }
  })
  afterEach(() => made?.close())
  return {
    fixture: readingAs(() => there(made)),
    till: readingAs(() => there(opened)),
    api: readingAs(() => there(opened).api),
    honest: (request) => there(honest)(request),
  }
}

/** The same with a till that is open. */
export function tillPerTest(changes?: Partial<TillOptions>): TillOfTest {
  const perTest = fixturePerTest()
  beforeEach(async () => {
    await perTest.fixture.open(changes)
  })
  return perTest
}

/** The same with a till that has reached its service. */
export function onlineTillPerTest(changes?: Partial<TillOptions>): TillOfTest {
  const perTest = tillPerTest(changes)
  beforeEach(() => perTest.fixture.until(() => perTest.api.status().connection === 'online'))
  return perTest
}

function there<Value>(value: Value | null): Value {
  if (value === null) throw new Error('not there yet: opened in the test, or before each of them')
  return value
}
