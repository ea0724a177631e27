/**
 * What a page of the manual is. Its words for buttons and messages are the screen's own, by their
 * keys: `«actions.pay»` stands for what a button says and the key it has, `«tools.park park»` for
 * one that says another word than its action, `‹connection.offline.text›` for a sentence of the
 * program.
 */
export interface ManualPage {
  readonly id: string
  readonly title: string
  /** What people call it, parted by commas: it is found by them, and they are never shown. */
  readonly also: string
  readonly lead: string
  /** A picture of the gallery. */
  readonly picture?: string
  /** Where it is done: a screen, or a part of the settings. */
  readonly at?: ManualPlace
  readonly steps: readonly string[]
  readonly notes?: readonly string[]
  /** Pages that go on from here. */
  readonly see?: readonly string[]
}

export type ManualPlace =
  | 'sale'
  | 'receipts'
  | 'shift'
  | 'goods'
  | 'customers'
  | 'reports'
  | `settings/${string}`

export interface ManualGroup {
  readonly title: string
  /** A trouble's steps are its cure. */
  readonly kind: 'task' | 'trouble'
  readonly pages: readonly ManualPage[]
}
