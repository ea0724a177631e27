/** Questions to a gateway that knows who asks by a token, by a certificate, or not at all. */
import { Agent as HttpAgent, request as httpRequest } from 'node:http'
import { Agent as HttpsAgent, request as httpsRequest } from 'node:https'

/** What the two know each other by; null for what is not used. */
export interface GatewayAccess {
  readonly token: string | null
  /** PEM. */
  readonly cert: string | null
  readonly key: string | null
  readonly ca: string | null
}

export const NO_ACCESS: GatewayAccess = { token: null, cert: null, key: null, ca: null }

export interface GatewayAnswer {
  readonly status: number
  readonly text: string
}

const ANSWER_BYTES_MAX = 64 * 1024 * 1024

export class GatewayConnection {
  readonly #address: string
  readonly #headers: Readonly<Record<string, string>>
  readonly #agent: HttpAgent

  constructor(address: string, { token, cert, key, ca }: GatewayAccess) {
    this.#address = address.replace(/\/$/, '')
    this.#headers = {
      'content-type': 'application/json',
      ...(token === null ? {} : { authorization: `Bearer ${token}` }),
    }
    const given = Object.entries({ cert, key, ca }).filter(([, pem]) => pem !== null)
    this.#agent = address.startsWith('https:')
      ? new HttpsAgent({ keepAlive: true, ...Object.fromEntries(given) })
      : new HttpAgent({ keepAlive: true })
  }

  /** Rejects with what the connection says. */
  post(name: string, body: object, timeoutMs: number): Promise<GatewayAnswer> {
    const bytes = Buffer.from(JSON.stringify(body))
    const send = this.#address.startsWith('https:') ? httpsRequest : httpRequest
    return new Promise((resolve, reject) => {
      const request = send(
        `${this.#address}/${name}`,
        {
          method: 'POST',
          agent: this.#agent,
          headers: { ...this.#headers, 'content-length': bytes.length },
          signal: AbortSignal.timeout(timeoutMs),
        },
        (response) => {
          const pieces: Buffer[] = []
          let received = 0
          response.on('data', (piece: Buffer) => {
            received += piece.length
            pieces.push(piece)
            if (received > ANSWER_BYTES_MAX) response.destroy(new Error('the answer has no end'))
          })
          response.on('error', reject)
          response.on('end', () =>
            resolve({ status: response.statusCode ?? 0, text: Buffer.concat(pieces).toString() }),
          )
        },
      )
      request.on('error', reject)
      request.end(bytes)
    })
  }
}
