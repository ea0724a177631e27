/** What is asked of a shop that is played, and what comes of it. */
import type { Wrong } from '../integration/fleet-world.ts'
import type { Dice } from './dice.ts'

export interface Weeks {
  readonly seed: string
  readonly tills: number
  readonly rounds: number
  /** Of the service, over one database; one of them falls now and then. */
  readonly processes?: number
  /** One of the tills is the hub, and another one now and then. */
  readonly hasHub?: boolean
  /** A rule that is left out. */
  readonly without?: Sabotage
}

export interface Sabotage {
  /** It is about one. */
  readonly hasHub?: boolean
  /** What a till that is built wrongly asks and understands. */
  readonly wrong?: (dice: Dice) => Wrong
  /** SQL on the folder of a till that was killed, before it is opened again. */
  readonly forgets?: string
  /** SQL on the service's database, each round. */
  readonly ruins?: string
  /** It is of people alone. */
  readonly isOfPeople?: true
}

export interface Judged {
  readonly counts: Readonly<Record<string, number>>
  readonly violations: readonly string[]
}
