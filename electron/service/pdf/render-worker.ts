/** The thread that draws PDFs, so that a long one never delays an issued receipt. */
import { constants } from 'node:os'
import { parentPort, workerData } from 'node:worker_threads'
import { giveWay } from '../../paper/give-way.ts'
import { createLocalRenderer } from './local-renderer.ts'
import type { RenderReply, RenderRequest, RenderWorkerData } from './worker-renderer.ts'

const { fontsDir, isQuiet } = workerData as RenderWorkerData
const renderer = createLocalRenderer(fontsDir)
if (isQuiet) giveWay(constants.priority.PRIORITY_BELOW_NORMAL)

parentPort?.on('message', (request: RenderRequest) => {
  const drawing =
    request.kind === 'receipt' ? renderer.receipt(request.paper) : renderer.document(request.paper)
  drawing.then(
    (bytes) => reply({ id: request.id, bytes }),
    (error: unknown) =>
      reply({
        id: request.id,
        error: error instanceof Error ? (error.stack ?? error.message) : String(error),
      }),
  )
})

function reply(message: RenderReply): void {
  // Handed over and not copied.
  parentPort?.postMessage(message, 'bytes' in message ? [message.bytes.buffer] : [])
}
