/** What a gateway knows this service by, out of its owner's files: at the start, or not at all. */
import { X509Certificate } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { createSecureContext } from 'node:tls'
import { ok, refuse, type Result } from '#shared/core/result.ts'
import type { StartRefusal } from '../core/start-refusals.ts'
import type { GatewayAccess } from './gateway-connection.ts'

const TOKEN_FORM = /^[\x21-\x7e]+$/

/** Paths for contents. A key that does not fit its certificate is found now, not at a receipt. */
export function readAccess(files: GatewayAccess): Result<GatewayAccess, StartRefusal> {
  let path = ''
  const read = (file: string | null) => {
    if (file === null) return null
    path = file
    return readFileSync(file, 'utf8').trim()
  }
  try {
    const token = read(files.token)
    if (token !== null && !TOKEN_FORM.test(token)) return refuse(notUsable(path))
    const ca = read(files.ca)
    // A context takes any text for one.
    if (ca !== null) new X509Certificate(ca)
    const [cert, key] = [read(files.cert), read(files.key)]
    if (cert !== null && key !== null) createSecureContext({ cert, key })
    return ok({ token, cert, key, ca })
  } catch {
    return refuse(notUsable(path))
  }
}

function notUsable(path: string): StartRefusal {
  return { code: 'FILE_NOT_USABLE', params: { path } }
}
