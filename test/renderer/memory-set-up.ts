/**
 * Setting up a shop's till in memory: what is missing, and a test of the connection that goes as
 * the story wants.
 */
import { MEMORY_GUIDE } from './memory-guide.ts'
import type { KeyPlace } from '#shared/settings/key-place.ts'
import type { TillApi } from '#shared/bridge/contract.ts'
import type { Bootstrap } from '#shared/bridge/views.ts'
import { refusal, type RefusalCode } from '#shared/languages/refusals.ts'
import { clp } from '#shared/money/clp.ts'
import type { ScaleSays, ScaleView } from '#shared/devices/settling.ts'
import { ok, refuse } from '#shared/core/result.ts'
import { createMemoryCustomerList, type CustomerListApi } from './memory-customer-list.ts'
import { createMemoryPeople, type PeopleApi } from './memory-people.ts'
import type { SupportCommands } from '#till/backup/support/support-commands.ts'
import { createMemorySupport } from './memory-support.ts'
import { createMemoryUpdates, type UpdatesApi } from './memory-updates.ts'

export interface MemorySetUp {
  readonly api: typeof MEMORY_GUIDE &
    Pick<
      TillApi,
      | 'scale'
      | 'serialPorts'
      | 'customerView'
      | 'customerPicture'
      | 'saveCustomerPicture'
      | 'desk'
      | 'tryScale'
      | 'testService'
      | 'cancelServiceTest'
      | 'identifiedSales'
      | 'identifiedSalesFile'
      | 'replacePrinter'
    > &
    CustomerListApi &
    PeopleApi &
    Pick<TillApi, keyof SupportCommands> &
    UpdatesApi
  keyPlace(): KeyPlace
  readonly world: {
    /** Where the key of the service lies from now on. */
    keepKeyIn(place: KeyPlace): void
    /** A shop's till that lacks these steps, instead of the one to practise with. */
    becomeShop(missing: Bootstrap['missing']): void
    /** What the scale on the wire says from now on. */
    setScale(says: ScaleSays): void
    /** What a test of the connection finds from now on; `hangs` until it is given up. */
    setTestTrouble(trouble: RefusalCode | 'hangs' | null): void
  }
}

export function createMemorySetUp(change: (part: Partial<Bootstrap>) => void): MemorySetUp {
  let trouble: RefusalCode | 'hangs' | null = null
  let stop = () => {}
  let place: KeyPlace = 'file'
  let scale: ScaleView = { says: { kind: 'none' }, lastStable: null }
  let lifted = 0
  return {
    api: {
      ...MEMORY_GUIDE,
      ...createMemoryCustomerList(),
      ...createMemoryPeople(),
      ...createMemorySupport(),
      ...createMemoryUpdates(),
      scale: () => scale,
      customerView: () =>
        Promise.resolve({
          version: '1',
          language: 'es' as const,
          shopName: 'Almacén',
          pictureId: null,
          view: { kind: 'idle' as const },
        }),
      customerPicture: () => null,
      saveCustomerPicture: () => ok(null),
      desk: () =>
        Promise.resolve({
          host: 'window' as const,
          screens: [
            { id: '1', name: 'Caja', width: 1366, height: 768, isCashiers: true },
            { id: '2', name: 'Samsung', width: 1920, height: 1080, isCashiers: false },
          ],
        }),
      serialPorts: () => Promise.resolve([{ path: '/dev/ttyUSB0', maker: 'FTDI' }]),
      tryScale: () => Promise.resolve(ok(scale)),
      identifiedSales: ({ year }) => ok({ year, limitClp: clp(5_186_253), rows: [] }),
      identifiedSalesFile: () => ok({ fileName: 'ventas.csv', text: '' }),
      async testService() {
        if (trouble === 'hangs')
          return new Promise((resolve) => {
            stop = () => resolve(refuse(refusal('TEST_CANCELLED')))
          })
        if (trouble !== null) return refuse(refusal(trouble, 'serviceUrl'))
        change({ missing: [] })
        return ok({ company: 'ours' })
      },
      cancelServiceTest() {
        stop()
        return null
      },
    },
    keyPlace: () => place,
    world: {
      keepKeyIn(next) {
        place = next
      },
      becomeShop: (missing) => change({ isDemo: false, missing }),
      setScale(says) {
        lifted += 1
        scale = {
          says,
          lastStable: null,
          ...(says.kind === 'weight' && says.weightMg > 0 ? { restingSince: lifted } : {}),
        }
      },
      setTestTrouble(next) {
        trouble = next
      },
    },
  }
}
