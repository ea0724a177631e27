/** What every part of the gallery is shown with. */
import type { Browser, BrowserContextOptions } from 'playwright-core'
import type { Counter } from './counter-driver.ts'

/** A picture under this name. */
export type Take = (name: string) => Promise<void>

export interface Gallery {
  readonly browser: Browser
  /** Folder of the built screen. */
  readonly root: string
  readonly options: BrowserContextOptions
  readonly takeOf: (page: Counter['page']) => Take
  /** Puts a counter that was just opened into the language of the gallery. */
  readonly isEnglish: boolean
  readonly begin: (counter: Counter) => Promise<void>
}

/** What is shown of a counter over a core of its own; a picture of where it stuck, if it does. */
export async function showing(
  counter: Counter,
  fixture: { readonly close: () => Promise<unknown> },
  take: Take,
  show: () => Promise<void>,
): Promise<void> {
  try {
    await show()
  } catch (error) {
    await take('stuck')
    throw error
  } finally {
    await counter.close()
    await fixture.close()
  }
}
