/**
 * The practice beside a shop: a till of its own in a folder of its own, with the demo shop and the
 * service that comes with the program. Each screen says which of the two it means, so one can train
 * while another sells; the shop's till goes on sending, and is touched by nothing done here.
 */
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { practiceOf } from './beside-folders.ts'
import { PLACE_HEADER, PRACTICE_PLACE } from '#shared/bridge/screen-header.ts'
import { tillFolder } from '#till/kernel/till-folder.ts'
import { TILL_SECRETS } from '#till/kernel/till-secrets.ts'
import type { PracticePort, SecretStore } from '#till/kernel/ports.ts'
import type { Till } from '#till/till.ts'
import { makeDataFolder } from './make-folder.ts'
import type { Log } from './machine.ts'
import type { OpenTillOptions } from './open-till.ts'
import type { OwnService } from './own-service.ts'

export interface PracticeOptions
  extends Pick<OpenTillOptions, 'paths' | 'version' | 'spawnUsbHost' | 'messages'> {
  /** Of the shop. */
  readonly dataDir: string
  readonly service: OwnService
  readonly log: Log
  /** Its program, which the shop's till has loaded. */
  readonly openTill: () => Promise<(options: OpenTillOptions) => Promise<Till>>
  /** Keeps a secret in a file; nothing here is worth the system's keyring. */
  readonly keepIn: (file: string) => SecretStore
}

export interface PracticeBeside extends PracticePort {
  /** Null for a request that means the shop. */
  readonly handle: (request: Request) => Promise<Response> | null
  readonly stop: () => Promise<void>
}

export function practiceBeside(options: PracticeOptions): PracticeBeside {
  const dataDir = practiceOf(options.dataDir)
  let opening: Promise<Till> | null = null
  let isOver = false
  const open = (): Promise<Till> => {
    // Nobody would end what began now.
    if (isOver) return Promise.reject(new Error('the program is ending'))
    opening ??= openPractice(options, dataDir).catch((error: unknown) => {
      opening = null
      throw error
    })
    return opening
  }
  const answer = async (request: Request): Promise<Response> => {
    // Made by whoever is let in, and by no header alone.
    if (opening === null && !existsSync(dataDir))
      return Response.json({ code: 'PRACTICE_NOT_OPEN' }, { status: 409 })
    return (await open()).handle(request)
  }
  return {
    open: async () => void (await open()),
    handle: (request) =>
      request.headers.get(PLACE_HEADER) === PRACTICE_PLACE ? answer(request) : null,
    async stop() {
      isOver = true
      const till = await opening?.catch(() => null)
      await till?.stop()
    },
  }
}

async function openPractice(options: PracticeOptions, dataDir: string): Promise<Till> {
  const { paths, version, log, service, keepIn } = options
  makeDataFolder(dataDir)
  const openTill = await options.openTill()
  const { ownSecret, pinPepper, folder } = tillFolder(dataDir)
  const till = await openTill({
    ...{ paths, dataDir, version, log },
    ...{ serviceUrl: null, wantsPractice: true, apiKey: null, embedded: service },
    serviceKey: keepIn(join(folder, TILL_SECRETS.serviceKey.file)),
    ownSecret: keepIn(ownSecret),
    pinPepper: keepIn(pinPepper),
    ...(options.spawnUsbHost === undefined ? {} : { spawnUsbHost: options.spawnUsbHost }),
    ...(options.messages === undefined ? {} : { messages: options.messages }),
  })
  log('practising beside the shop', {})
  // Its receipts wait for the service like any others: nobody waits for its start.
  void service.start(till.serviceMoved, dataDir)
  return till
}
