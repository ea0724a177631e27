import { Worker } from 'node:worker_threads'
import type { ReceiptPaper } from '#shared/paper/paper-model.ts'
import type { DocumentPaper } from './document-paper.ts'
import type { PdfRenderer } from './renderer.ts'

export type RenderRequest =
  | { readonly id: number; readonly kind: 'receipt'; readonly paper: ReceiptPaper }
  | { readonly id: number; readonly kind: 'document'; readonly paper: DocumentPaper }

export type RenderReply =
  | { readonly id: number; readonly bytes: Uint8Array }
  | { readonly id: number; readonly error: string }

interface Waiting {
  readonly resolve: (bytes: Uint8Array) => void
  readonly reject: (error: Error) => void
}

/**
 * Renders in a thread of its own. A thread that dies fails what it was drawing and is replaced by
 * the next request; nothing else of the service depends on it.
 */
export function createWorkerRenderer(fontsDir: string, entry = besideThis()): PdfRenderer {
  const waiting = new Map<number, Waiting>()
  let worker: Worker | null = null
  let lastId = 0

  const failAll = (error: Error) => {
    worker = null
    for (const { reject } of waiting.values()) reject(error)
    waiting.clear()
  }
  const start = (): Worker => {
    const started = new Worker(entry, { workerData: { fontsDir } })
    started.on('message', (reply: RenderReply) => {
      const job = waiting.get(reply.id)
      waiting.delete(reply.id)
      if ('bytes' in reply) job?.resolve(reply.bytes)
      else job?.reject(new Error(`the page could not be drawn: ${reply.error}`))
    })
    started.on('error', failAll)
    started.on('exit', (code) => failAll(new Error(`the drawing thread ended with ${code}`)))
    return started
  }
  const render = (make: (id: number) => RenderRequest) =>
    new Promise<Uint8Array>((resolve, reject) => {
      worker ??= start()
      lastId += 1
      waiting.set(lastId, { resolve, reject })
      worker.postMessage(make(lastId))
    })
  return {
    receipt: (paper) => render((id) => ({ id, kind: 'receipt', paper })),
    document: (paper) => render((id) => ({ id, kind: 'document', paper })),
    close: async () => {
      await worker?.terminate()
    },
  }
}

/**
 * The worker's program: its source beside this source, or its bundle beside the service's bundle.
 */
function besideThis(): URL {
  const isSource = import.meta.url.endsWith('.ts')
  return new URL(isSource ? './render-worker.ts' : './render-worker.js', import.meta.url)
}
