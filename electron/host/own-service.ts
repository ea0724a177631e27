/** The practice till's own service, for whoever keeps it: started once it is wanted. */
import { join } from 'node:path'
import type { EmbeddedService } from '#till/kernel/ports.ts'
import type { LaunchService, ServiceSupervisor } from './embedded-service.ts'
import type { Log } from './machine.ts'

export interface OwnService extends EmbeddedService {
  /**
   * Resolves once it is there, or could not be started at once: it is then tried again by itself.
   * `onMoved` hears of each new address. `tillDir`: of the practice till, where that is another
   * folder.
   */
  readonly start: (onMoved: () => void, tillDir?: string) => Promise<void>
  readonly stop: () => Promise<void>
}

interface OwnServiceOptions {
  readonly launch: LaunchService
  /** Of the till; the service has a folder of its own in it. */
  readonly dataDir: string
  readonly resourcesDir: string
  readonly log: Log
}

/** Its program is loaded only when it is wanted. */
export function keepService({ launch, dataDir, resourcesDir, log }: OwnServiceOptions): OwnService {
  let service: ServiceSupervisor | null = null
  let isOver = false
  return {
    baseUrl: () => service?.baseUrl() ?? null,
    apiKey: () => service?.apiKey() ?? null,
    deletingKey: () => service?.deletingKey?.() ?? null,
    async start(onMoved, tillDir = dataDir) {
      const { superviseService } = await import('./embedded-service.ts')
      // A till that was closed meanwhile: nobody would end what began now.
      if (isOver) return
      service ??= superviseService({
        launch,
        dataDir: join(tillDir, 'service'),
        resourcesDir,
        onMoved,
        log,
      })
      // A service that does not come up is no reason not to sell: the till opens offline and it is
      // started again.
      await service.started.catch((error: unknown) =>
        log('selling without the service', { error: String(error) }),
      )
    },
    async stop() {
      isOver = true
      await service?.stop()
    },
  }
}
