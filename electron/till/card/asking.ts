/** One question at a time to a card terminal: received, answered, or nobody knows. */
import type { CardAnswer } from '#shared/card/messages.ts'
import { frameOf } from '#shared/card/frame.ts'
import type { Clock } from '../kernel/ports.ts'

/** Longer than a terminal takes to say that it has received. */
const ACK_MS = 2_000

export interface Question {
  readonly text: string
  readonly answerMs: number
  /** True = this answers it. `isAcked`: the terminal has received the question before. */
  readonly take: (answer: CardAnswer, isAcked: boolean) => boolean
  /** That it was received is all it answers. */
  readonly endsAtAck?: true
}

/** Never sent a second time by itself. `silent`: not received, damaged, too late, or pulled out. */
export type Asked = 'answered' | 'silent'

interface Pending {
  readonly question: Question
  isAcked: boolean
  acked(): void
  end(how: Asked): void
}

export function createAsking(clock: Pick<Clock, 'after'>, send: (bytes: Uint8Array) => void) {
  let pending: Pending | null = null
  return {
    isAsking: () => pending !== null,
    acked: () => pending?.acked(),
    refused() {
      if (pending?.isAcked === false) pending.end('silent')
    },
    cutOff: () => pending?.end('silent'),
    /**
     * Hands it to whoever asks, who may throw: then it was not received. Run what it gives once the
     * terminal has been told that it was.
     */
    heard(answer: CardAnswer): () => void {
      const asked = pending
      const isAnswered = asked?.question.take(answer, asked.isAcked) === true
      return () => {
        // A step on the way says as well that the amount has arrived.
        if (answer.kind === 'step') asked?.acked()
        if (isAnswered) asked.end('answered')
      }
    },
    ask: (question: Question): Promise<Asked> =>
      new Promise((resolve) => {
        if (pending !== null) return resolve('silent')
        const end = (how: Asked) => {
          if (pending !== mine) return
          pending = null
          stopAck()
          stopAnswer()
          resolve(how)
        }
        const stopAck = clock.after(ACK_MS, () => end('silent'))
        const stopAnswer = clock.after(question.answerMs, () => end('silent'))
        const mine: Pending = {
          question,
          isAcked: false,
          acked() {
            mine.isAcked = true
            stopAck()
            if (question.endsAtAck === true) end('answered')
          },
          end,
        }
        pending = mine
        send(frameOf(question.text))
      }),
  }
}
