import { z } from 'zod'

/** What a row of the log says beside who and when: plain words and numbers by name. */
const auditDetail = z.record(z.string(), z.union([z.string(), z.number(), z.null()]))

/** Nothing of a row that another program has written: the log has to be read all the same. */
export function readAuditDetail(json: string): Readonly<Record<string, string | number | null>> {
  try {
    return auditDetail.parse(JSON.parse(json))
  } catch {
    return {}
  }
}
