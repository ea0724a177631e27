/** The page of a receipt on the counter's screen. Reads only. */
import type { TillApi } from '#shared/bridge/contract.ts'
import type { PhonePage, ScreenCode } from '#shared/delivery/phone-page.ts'
import { refusal } from '#shared/languages/refusals.ts'
import { ok, refuse } from '#shared/core/result.ts'
import type { ModuleMatrix } from '#shared/paper/drawing.ts'
import type { SalePages } from '../../issuing/sale-pages.ts'

export interface PageCommandPorts {
  readonly pages: Pick<SalePages, 'addressOf'>
  /** Without it screens show no code. */
  readonly encodeQr?: (text: string) => Promise<ModuleMatrix>
}

export function createPageCommands(ports: PageCommandPorts): Pick<TillApi, 'phonePage'> {
  return {
    async phonePage(saleId) {
      const address = ports.pages.addressOf(saleId)
      if (address === null) return refuse(refusal('RECEIPT_WITHOUT_PAGE'))
      return ok(await pageWithCode(ports.encodeQr, address))
    },
  }
}

export async function pageWithCode(
  encodeQr: PageCommandPorts['encodeQr'],
  address: string,
): Promise<PhonePage> {
  return { address, code: await drawCode(encodeQr, address) }
}

export async function drawCode(
  encodeQr: PageCommandPorts['encodeQr'],
  text: string,
): Promise<ScreenCode | null> {
  if (encodeQr === undefined) return null
  const { columns, cells } = await encodeQr(text)
  return { columns, cells: cells.join('') }
}
