/** At the door of what takes time: creations and validations, and the drawing of PDFs. */
import { Admission } from '../core/admission.ts'
import { failure } from '../core/errors.ts'
import type { ServiceParts } from '../parts/parts.ts'
import { fail, type ServiceApp } from './http.ts'

/** Those who are refused together do not come back together. */
const RETRY_AFTER_S_MAX = 4

export interface Doors {
  readonly issuing: Admission
  readonly drawing: Admission
}

/** After the size of bodies is limited, before they are read. */
export function useAdmission(app: ServiceApp, { settings }: ServiceParts): Doors {
  const nowMs = () => performance.now()
  const issuing = new Admission(settings.issuing, nowMs)
  const drawing = new Admission(settings.drawing, nowMs)
  let refused = 0
  app.use('/api/invoices/*', async (c, next) => {
    const isCreation = c.req.method === 'POST'
    if (!isCreation && !c.req.path.includes('/download-base64/')) return next()
    // A client that sends slowly takes nobody's place, and its patience is not the service's.
    if (isCreation) await c.req.text()
    const { clientId, keyId, reach } = c.get('principal')
    const company = (await reach.only()) ?? keyId
    const leave = (isCreation ? issuing : drawing).enter(clientId, company)
    if (leave === null) {
      refused += 1
      const seconds = String(1 + (refused % RETRY_AFTER_S_MAX))
      return fail(c, failure('OVERLOADED', '', { seconds }))
    }
    try {
      return await next()
    } finally {
      leave()
    }
  })
  return { issuing, drawing }
}
