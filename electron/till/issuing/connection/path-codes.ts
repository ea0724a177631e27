/** An HTTP port that names document types in paths as the service does. */
import { withPathCode, type PathCodes } from '#shared/settings/service-codes.ts'
import type { HttpPort } from '../../kernel/ports.ts'

export function withPathCodes(http: HttpPort, codes: () => PathCodes): HttpPort {
  return {
    exchange: (request, signal) =>
      http.exchange({ ...request, path: withPathCode(request.path, codes()) }, signal),
    mistrust: () => http.mistrust?.(),
  }
}
