import { z } from 'zod'

/** What a row of the log says beside who and when: plain words and numbers by name. */
const auditDetail = z.record(z.string(), z.union([z.string(), z.number(), z.null()]))

export function readAuditDetail(json: string): Readonly<Record<string, string | number | null>> {
  return auditDetail.parse(JSON.parse(json))
}
