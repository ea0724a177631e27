/**
 * Holds receipts back together that the service refuses in the same words; the rules are in
 * shared/issuing/same-refusal.ts.
 */
import type { SaleId } from '#shared/core/brand.ts'
import {
  afterPass,
  afterRefusal,
  mayProbe,
  NOTHING_REFUSED,
  probeEnded,
  takeProbe,
  tryAll,
} from '#shared/issuing/same-refusal.ts'
import type { Clock } from '../../kernel/ports.ts'
import type { DueRow } from '../outbox/outbox-rows.ts'
import type { DocumentType } from '#shared/core/document-type.ts'
import type { OutboxStore } from '../outbox/outbox-port.ts'

type Receipt = Pick<DueRow, 'saleId' | 'documentType'>

/** What the service said: refusals of one `code` are the same; a person is shown `text`. */
interface Words {
  readonly code: string
  readonly text: string
}
interface HeldTypes {
  readonly types: readonly DocumentType[]
  readonly text: string
}

export interface RefusalHolds {
  /**
   * True = it waits with the others, and so do those refused before it. False = this is about
   * itself.
   */
  refused(receipt: Receipt, words: Words): boolean
  /** It was taken. */
  passed(receipt: Receipt): void
  /** Its visit is over, whatever came of it. */
  ended(receipt: Receipt): void
  mayGo(documentType: DocumentType): boolean
  /** It goes now. */
  begin(receipt: Receipt): void
  isHolding(documentType?: DocumentType): boolean
  /** Types of which nothing may go at this moment. */
  waiting(): readonly DocumentType[]
  /** Until one of a held type may go by itself, in ms. */
  waitMs(): number
  /** For a person: what is held, and for what. */
  held(): readonly HeldTypes[]
  /** A person says that it is mended. */
  tryAll(): void
  /** Another service: what the last one said is no reason to wait. */
  startOver(): void
}

interface RefusalHoldPorts {
  readonly clock: Pick<Clock, 'monotonicMs'>
  readonly store: Pick<OutboxStore, 'putBack'>
  /** What is held has changed. */
  readonly onChange: () => void
}

export function createRefusalHolds({ clock, store, onChange }: RefusalHoldPorts): RefusalHolds {
  let state = NOTHING_REFUSED
  const texts = new Map<string, string>()
  const nowMs = () => clock.monotonicMs()
  const become = (next: typeof state) => {
    const names = ({ holds }: typeof state) =>
      [...holds]
        .map(([type, { words }]) => `${type} ${words}`)
        .sort()
        .join('\n')
    const isOther = names(next) !== names(state)
    state = next
    const words = new Set([...state.holds.values()].map((hold) => hold.words))
    for (const known of [...texts.keys()]) if (!words.has(known)) texts.delete(known)
    if (isOther) onChange()
  }
  const named = ({ saleId, documentType: type }: Receipt) => ({ type, saleId })
  const heldTypes = () => [...state.holds.keys()] as DocumentType[]
  return {
    refused(receipt, { code, text }) {
      const [next, means] = afterRefusal(state, { ...named(receipt), words: code }, nowMs())
      if (means.kind === 'held') {
        // The hold may be in any words; the last text is as good as the first.
        texts.set(next.holds.get(receipt.documentType)?.words ?? code, text)
        // First on disk: a press that comes in between then finds all of them.
        if (means.together.length > 0) store.putBack(means.together as SaleId[])
      }
      become(next)
      return means.kind === 'held'
    },
    passed: (receipt) => become(afterPass(state, named(receipt))),
    ended: (receipt) => become(probeEnded(state, named(receipt), nowMs())),
    mayGo: (documentType) => mayProbe(state, documentType, nowMs()),
    begin: (receipt) => become(takeProbe(state, named(receipt), nowMs())),
    isHolding: (documentType) =>
      documentType === undefined ? state.holds.size > 0 : state.holds.has(documentType),
    waiting: () => heldTypes().filter((type) => !mayProbe(state, type, nowMs())),
    waitMs: () =>
      Math.min(
        ...[...state.holds.values()]
          .map(({ probeAtMs }) => probeAtMs - nowMs())
          .filter((waitMs) => waitMs > 0),
      ),
    held() {
      const words = [...new Set([...state.holds.values()].map((hold) => hold.words))]
      return words.map((code) => ({
        types: heldTypes().filter((type) => state.holds.get(type)?.words === code),
        text: texts.get(code) ?? '',
      }))
    },
    tryAll: () => become(tryAll(state)),
    startOver: () => become(NOTHING_REFUSED),
  }
}
