/** Questions to a gateway that knows who asks by a token, by a certificate, or not at all. */
import { Agent as HttpAgent } from 'node:http'
import { Agent as HttpsAgent } from 'node:https'
import { postOnce } from '../core/post-once.ts'

/** What the two know each other by; null for what is not used. */
export interface GatewayAccess {
  readonly token: string | null
  /** PEM. */
  readonly cert: string | null
  readonly key: string | null
  readonly ca: string | null
}

export const NO_ACCESS: GatewayAccess = { token: null, cert: null, key: null, ca: null }

interface GatewayAnswer {
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
    this.#headers = token === null ? {} : { authorization: `Bearer ${token}` }
    const given = Object.entries({ cert, key, ca }).filter(([, pem]) => pem !== null)
    this.#agent = address.startsWith('https:')
      ? new HttpsAgent({ keepAlive: true, ...Object.fromEntries(given) })
      : new HttpAgent({ keepAlive: true })
  }

  /** Rejects with what the connection says, and without a whole answer. */
  async post(name: string, body: object, timeoutMs: number): Promise<GatewayAnswer> {
    const { status, text } = await postOnce(
      new URL(`${this.#address}/${name}`),
      JSON.stringify(body),
      { agent: this.#agent, headers: this.#headers },
      { timeoutMs, answerBytesMax: ANSWER_BYTES_MAX },
    )
    if (text === null) throw new Error('the answer broke off or had no end')
    return { status, text }
  }
}
