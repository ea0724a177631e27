/** What one core was asked and has not answered yet. */
import { unpackAnswer } from './carry.ts'
import type { CarriedRequest, CoreOrder, FromCore, ToCore } from './words.ts'

interface Waiting {
  readonly resolve: (response: Response) => void
  readonly reject: (error: Error) => void
  stream: ReadableStreamDefaultController<Uint8Array> | null
}

export interface Answers {
  readonly ask: (request: CarriedRequest) => Promise<Response>
  readonly order: (order: CoreOrder) => Promise<void>
  /** False for what is no answer. */
  readonly hear: (message: FromCore) => boolean
  /** Nothing will be answered any more. */
  readonly fail: (why: Error) => void
}

export function answersOf(post: (message: ToCore) => void): Answers {
  const waiting = new Map<number, Waiting>()
  let failed: Error | null = null
  let lastId = 0
  const ask = (message: (id: number) => ToCore): Promise<Response> =>
    new Promise((resolve, reject) => {
      if (failed !== null) return reject(failed)
      const id = ++lastId
      waiting.set(id, { resolve, reject, stream: null })
      post(message(id))
    })
  const streamOf = (id: number, one: Waiting) =>
    new ReadableStream<Uint8Array>({
      start: (controller) => void (one.stream = controller),
      cancel() {
        waiting.delete(id)
        post({ kind: 'cancel', id })
      },
    })
  return {
    ask: (request) => ask((id) => ({ kind: 'request', id, request })),
    order: async (order) => void (await ask((id) => ({ kind: 'order', id, order }))),
    hear(message) {
      if (!isAnswer(message)) return false
      const { id } = message
      const one = waiting.get(id)
      if (one === undefined) return true
      if (message.kind === 'head') one.resolve(unpackAnswer(message.head, streamOf(id, one)))
      else if (message.kind === 'piece') one.stream?.enqueue(message.bytes)
      else {
        waiting.delete(id)
        finish(one, message)
      }
      return true
    },
    fail(why) {
      failed = why
      for (const one of waiting.values()) cutOff(one, why)
      waiting.clear()
    },
  }
}

type Answer = Extract<FromCore, { kind: 'answer' | 'head' | 'piece' | 'end' | 'failed' | 'done' }>
const KINDS: ReadonlySet<string> = new Set<Answer['kind']>([
  'answer',
  'head',
  'piece',
  'end',
  'failed',
  'done',
])
const isAnswer = (message: FromCore): message is Answer => KINDS.has(message.kind)

function finish(one: Waiting, message: Exclude<Answer, { kind: 'head' | 'piece' }>): void {
  if (message.kind === 'answer')
    // A body of its own, in a buffer nobody else has.
    one.resolve(unpackAnswer(message.head, message.body as Uint8Array<ArrayBuffer> | null))
  else if (message.kind === 'failed') cutOff(one, new Error(message.why))
  else if (message.kind === 'end') one.stream?.close()
  else one.resolve(new Response(null))
}

function cutOff(one: Waiting, why: Error): void {
  if (one.stream === null) one.reject(why)
  else one.stream.error(why)
}
