/** The page of a receipt on the counter's screen, and a message with it. Reads only. */
import type { TillApi } from '#shared/bridge/contract.ts'
import type { ScreenCode } from '#shared/bridge/phone-page.ts'
import type { ShopView } from '#shared/bridge/views.ts'
import { refusal, type Refusal } from '#shared/core/refusals.ts'
import { ok, refuse, type Result } from '#shared/core/result.ts'
import { chileanMobile, whatsappLink } from '#shared/customer/whatsapp.ts'
import { fill } from '#shared/languages/fill.ts'
import { wordsOf } from '#shared/languages/languages.ts'
import { PAPER_LANGUAGE } from '#shared/languages/paper-language.ts'
import type { ModuleMatrix } from '#shared/paper/drawing.ts'
import type { SalePages } from './sale-pages.ts'

export interface PageCommandPorts {
  readonly pages: Pick<SalePages, 'addressOf'>
  readonly shop: () => ShopView
  /** Without it screens show no code. */
  readonly encodeQr?: (text: string) => Promise<ModuleMatrix>
}

/** The phone goes into the link and nowhere else: it is kept by nothing and stands in no log. */
export function createPageCommands(
  ports: PageCommandPorts,
): Pick<TillApi, 'phonePage' | 'whatsapp'> {
  const addressOf = (saleId: string): Result<string, Refusal> => {
    const address = ports.pages.addressOf(saleId)
    return address === null ? refuse(refusal('RECEIPT_WITHOUT_PAGE')) : ok(address)
  }
  const withCode = async (address: string) => ({
    address,
    code: await drawCode(ports.encodeQr, address),
  })
  return {
    async phonePage(saleId) {
      const address = addressOf(saleId)
      return address.ok ? ok(await withCode(address.value)) : address
    },
    async whatsapp({ saleId, phone }) {
      const address = addressOf(saleId)
      if (!address.ok) return address
      const mobile = chileanMobile(phone)
      if (mobile === null) return refuse(refusal('PHONE_NOT_VALID', 'phone'))
      // To the customer, who reads what the shop writes on paper.
      const text = fill(wordsOf(PAPER_LANGUAGE).receiptPage.message, {
        shop: ports.shop().tradeName,
        address: address.value,
      })
      return ok(await withCode(whatsappLink(mobile, text)))
    },
  }
}

export async function drawCode(
  encodeQr: PageCommandPorts['encodeQr'],
  text: string,
): Promise<ScreenCode | null> {
  if (encodeQr === undefined) return null
  const { columns, cells } = await encodeQr(text)
  return { columns, cells: cells.join('') }
}
