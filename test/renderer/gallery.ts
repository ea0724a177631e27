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
  readonly begin: (counter: Counter) => Promise<void>
}
