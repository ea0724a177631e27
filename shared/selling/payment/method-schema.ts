import { z } from 'zod'
import { typedText } from '../../text/typed-text.ts'
import { MEDIO_PAGO } from './payment-method.ts'

/** A way to pay as a screen sends it. */
export const methodSchema = z.object({
  id: typedText().max(20),
  name: typedText().max(80),
  siiCode: z.enum(MEDIO_PAGO),
  opensDrawer: z.boolean(),
  needsReference: z.boolean(),
  isVoucherTheReceipt: z.boolean(),
  isActive: z.boolean(),
})
