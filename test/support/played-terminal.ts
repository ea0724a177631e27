/**
 * A card terminal that is played: it reads and says the frames of POS Integrado, remembers what it
 * approved until its close, and repeats an answer nobody acknowledged. `bank` is what cards were
 * really charged with, whatever anybody believes.
 */
import { ACK, createFrameReader, frameOf, NAK } from '#shared/card/frame.ts'
import type { Clock } from '#till/kernel/ports.ts'

export interface PlayedSale {
  readonly ticket: string
  readonly amountClp: number
  readonly operation: number
}

export interface TerminalPlan {
  /** What the bank says of an amount. */
  outcome: string | ((amountClp: number) => string)
  /** From the amount to the bank's word. */
  cardMs: number
  /** What comes in the middle of a sale waits for its end, instead of being lost. */
  queues: boolean
  /** The cards it is shown. */
  kind: 'CR' | 'DB'
  installments: number
  /** What is left for whoever serves, as it says it beside the amount. */
  tipClp: number
  /** What it says to its own close. */
  closes: string
}

const ANSWER_AGAIN_MS = 10_000
const ANSWERS = 3
const STEP_MS = 150
const TURN_MS = 50
const ACCOUNT = '4042111122223333445'
const HEAD = '597034512345|90000123'

export function playTerminal(
  clock: Pick<Clock, 'after'>,
  send: (bytes: Uint8Array) => void,
  plan: Partial<TerminalPlan> = {},
) {
  const state: TerminalPlan = {
    outcome: '00',
    cardMs: 3_000,
    queues: false,
    kind: 'DB',
    installments: 0,
    tipClp: 0,
    closes: '00',
    ...plan,
  }
  const bank: PlayedSale[] = []
  let memory: PlayedSale[] = []
  let read = createFrameReader()
  let isBusy = false
  const waiting: string[] = []
  let operation = 100
  let answer: { acked(): void; again(): void } | null = null
  const seen: string[] = []

  const say = (text: string) => send(frameOf(text))
  const free = () => {
    isBusy = false
    const next = waiting.shift()
    if (next !== undefined) clock.after(TURN_MS, () => take(next))
  }
  /** Said until it is acknowledged, three times at most; what was approved stays so. */
  const tell = (text: string, then: () => void = free) => {
    let left = ANSWERS
    let stop = () => {}
    const end = () => {
      stop()
      answer = null
      then()
    }
    const again = () => {
      if (left === 0) return end()
      left -= 1
      say(text)
      stop()
      stop = clock.after(ANSWER_AGAIN_MS, again)
    }
    answer = { acked: end, again }
    again()
  }
  const textOf = (code: string, { ticket, amountClp, operation: number }: PlayedSale) =>
    `${code}|00|${HEAD}|${ticket}|A${number}|${amountClp}|${state.installments}||0042|${number}|${state.kind}|041125|${ACCOUNT}|DB|03112025|101500||${state.tipClp}`
  const listedOf = ({ ticket, amountClp, operation: number }: PlayedSale) =>
    `0261|00|${HEAD}|${ticket}|A${number}|${amountClp}|0042|${number}|${state.kind}|041125|${ACCOUNT}|DB|03112025|101500||0|0|0`
  const approve = (ticket: string, amountClp: number, isOurs: boolean) => {
    const sale = { ticket, amountClp, operation: (operation += 1) }
    if (isOurs) {
      bank.push(sale)
      played.onApproved(sale)
    }
    memory.push(sale)
    return sale
  }
  const sell = (amountClp: number, ticket: string) => {
    const { outcome: says, cardMs } = state
    const outcome = typeof says === 'string' ? says : says(amountClp)
    clock.after(STEP_MS, () => say('0900|78||'))
    clock.after(cardMs, () => say('0900|82||'))
    clock.after(cardMs + STEP_MS, () =>
      tell(
        outcome === '00'
          ? textOf('0210', approve(ticket, amountClp, true))
          : `0210|${outcome}|${HEAD}|${ticket}||${amountClp}|0|||||||||||`,
      ),
    )
  }
  const tellList = (left: readonly PlayedSale[]) => {
    const [first, ...rest] = left
    if (first === undefined) return tell(`0261|00|${HEAD}||||||||||||||`)
    tell(listedOf(first), () => clock.after(TURN_MS, () => tellList(rest)))
  }
  const totals = () =>
    `0710|00|${memory.length}|${memory.reduce((sum, { amountClp }) => sum + amountClp, 0)}`
  const take = (text: string) => {
    if (isBusy) return void (state.queues && waiting.push(text))
    seen.push(text)
    send(Uint8Array.of(ACK))
    const [command, ...fields] = text.split('|')
    if (command === '0100') return
    isBusy = true
    const last = memory.at(-1)
    if (command === '0200') sell(Number(fields[0]), fields[1] ?? '')
    else if (command === '0250')
      clock.after(STEP_MS, () =>
        tell(last === undefined ? `0260|11|${HEAD}` : textOf('0260', last)),
      )
    else if (command === '0700') clock.after(STEP_MS, () => tell(totals()))
    else if (command === '0500')
      clock.after(STEP_MS, () => {
        if (state.closes === '00') memory = []
        tell(`0510|${state.closes}|${HEAD}`)
      })
    else if (command === '0260') clock.after(STEP_MS, () => tellList(memory))
    else free()
  }
  const played = {
    /** Called the moment a card is charged. */
    onApproved: (_sale: PlayedSale): void => undefined,
    /** What it charged before the till that asks now was there. */
    remember(sale: PlayedSale) {
      bank.push(sale)
      memory.push(sale)
      operation = sale.operation
    },
    plan: state,
    bank,
    /** What arrived whole and was begun. */
    seen,
    receive(bytes: Uint8Array) {
      for (const heard of read(bytes)) {
        if (heard.kind === 'ack') answer?.acked()
        else if (heard.kind === 'nak') answer?.again()
        else if (heard.isWhole) take(heard.text)
        else send(Uint8Array.of(NAK))
      }
    },
    /** Half a frame is forgotten with the plug. */
    unplug() {
      read = createFrameReader()
    },
    /** By somebody's hand, without the till. */
    sellByHand(amountClp: number) {
      if (!isBusy) approve('', amountClp, false)
    },
    closeByHand() {
      if (!isBusy) memory = []
    },
  }
  return played
}

export type PlayedTerminal = ReturnType<typeof playTerminal>
