/** Entry of the worker thread that turns PDFs into printer bytes. Started by raster-client.ts. */
import { parentPort, workerData } from 'node:worker_threads'
import { assert } from '#shared/core/result.ts'
import { giveWay } from '#paper/give-way.ts'
import { loadEscposWriter } from './escpos-writer.ts'
import { makePaper } from './make-paper.ts'
import type { PaperTools } from './make-paper.ts'
import { createPdfEngine } from './pdf-engine.ts'
import { SAMPLE_JOB, type FromRasterWorker, type ToRasterWorker } from './raster-protocol.ts'
import { createStampReader } from './stamp-reader.ts'
import samples from '../../resources/printers/warm-up.json' with { type: 'json' }

/**
 * Drawings of each sample before the first real one: the first is ten times slower, and the
 * compiler needs a few more.
 */
const WARM_UP_ROUNDS = 2
const { warmUpRounds = WARM_UP_ROUNDS } = (workerData ?? {}) as {
  readonly warmUpRounds?: number | undefined
}

assert(parentPort !== null, 'this file is the entry of a worker thread')
const port = parentPort
giveWay()
const tools = await warmUp()
port.on('message', (message: ToRasterWorker) => void answer(message))
send({ kind: 'ready' })

async function warmUp(): Promise<PaperTools> {
  const [engine, stampReader] = await Promise.all([createPdfEngine(), createStampReader()])
  const warm: PaperTools = { engine, writer: loadEscposWriter(), stampReader }
  for (let round = 0; round < warmUpRounds; round += 1) {
    for (const pdf of samples.pdfs) {
      const made = await makePaper(
        { ...SAMPLE_JOB, pdf: new Uint8Array(Buffer.from(pdf, 'base64')) },
        warm,
      )
      assert(
        made.kind === 'made' && made.stampReadable === true,
        'the samples can be drawn and read',
      )
    }
  }
  return warm
}

/**
 * An error here is a bug in this room or in a library: it ends the thread, and the client says
 * RASTER_CRASHED.
 */
async function answer({ id, job }: ToRasterWorker): Promise<void> {
  const made = await makePaper(job, tools)
  send(
    { kind: 'done', id, answer: made },
    made.kind === 'made' ? ownMemory(made.escpos, made.paperPng) : [],
  )
}

function send(message: FromRasterWorker, moved: readonly ArrayBuffer[] = []): void {
  port.postMessage(message, moved)
}

/** What can be handed over instead of copied: memory that holds these bytes and nothing else. */
function ownMemory(...parts: readonly Uint8Array[]): ArrayBuffer[] {
  return parts
    .map(({ buffer }) => buffer)
    .filter(
      (buffer, index) =>
        buffer instanceof ArrayBuffer && buffer.byteLength === parts[index]?.byteLength,
    ) as ArrayBuffer[]
}
