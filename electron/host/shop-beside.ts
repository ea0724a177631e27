/**
 * A shop of one's own out of a practice, with one press: a till of its own inside the practice's
 * folder, whose first start begins at once. The practice stays open beside it, and from the next
 * start on the shop is what is opened there.
 */
import { PLACE_HEADER, SCREEN_HEADER, SHOP_PLACE } from '#shared/bridge/screen-header.ts'
import { tillFolder } from '#till/kernel/till-folder.ts'
import type { PracticePort, DeskPort } from '#till/kernel/ports.ts'
import type { Till } from '#till/till.ts'
import { makeShopInside, shopInside } from './beside-folders.ts'
import type { PracticeOptions } from './practice-beside.ts'
import { secretsIn } from '#till/kernel/till-secrets.ts'

interface ShopOptions extends PracticeOptions {
  /** What the program that shows the till can do on its machine. */
  readonly desk?: DeskPort
}

export interface ShopBeside extends PracticePort {
  /** Null while there is none. */
  readonly till: () => Till | null
  /** Null for a request that means the practice, and while there is no shop yet. */
  readonly handle: (request: Request) => Promise<Response> | null
  readonly stop: () => Promise<void>
}

/** `dataDir`: of the practice, which is open already. */
export function shopBeside(options: ShopOptions): ShopBeside {
  let opening: Promise<Till> | null = null
  let opened: Till | null = null
  let isOver = false
  return {
    async open() {
      // Nobody would end what began now.
      if (isOver) throw new Error('the program is ending')
      opening ??= openShop(options).catch((error: unknown) => {
        opening = null
        throw error
      })
      opened = await opening
    },
    till: () => opened,
    handle: (request) => (opened !== null && isShops(request) ? opened.handle(request) : null),
    async stop() {
      isOver = true
      const till = await opening?.catch(() => null)
      await till?.stop()
    },
  }
}

/** Customers are the shop's: their screen knows nothing of the two. */
const CUSTOMERS = /^\/trpc\/customer(View|Picture)$/

function isShops({ headers, url }: Request): boolean {
  const place = headers.get(PLACE_HEADER)
  const isCustomers = !headers.has(SCREEN_HEADER) && CUSTOMERS.test(new URL(url).pathname)
  return place === SHOP_PLACE || (place === null && isCustomers)
}

async function openShop(options: ShopOptions): Promise<Till> {
  const { paths, version, log, keepIn } = options
  const dataDir = shopInside(options.dataDir)
  makeShopInside(options.dataDir)
  const openTill = await options.openTill()
  const till = await openTill({
    ...{ paths, dataDir, version, log },
    ...{ serviceUrl: null, hasChosen: true, apiKey: null, embedded: options.service },
    // To practise there is the till it was opened from.
    practice: { open: async () => {} },
    ...secretsIn(tillFolder(dataDir).folder, keepIn),
    ...(options.spawnUsbHost === undefined ? {} : { spawnUsbHost: options.spawnUsbHost }),
    ...(options.messages === undefined ? {} : { messages: options.messages }),
    ...(options.desk === undefined ? {} : { desk: options.desk }),
  })
  log('a shop was opened out of the practice', {})
  return till
}
