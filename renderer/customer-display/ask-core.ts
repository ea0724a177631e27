/** The customer's page asks two questions and has no others; it needs no library for that. */
import type { CustomerScreen } from '#shared/devices/contract.ts'
import { takeLaunchToken, type Address, type TokenStorage } from '../bridge/launch-token.ts'

export interface CustomerQuestions {
  readonly view: (seen: string | null) => Promise<CustomerScreen>
  readonly picture: () => Promise<string | null>
}

/** In the kiosk the page has the token of the till's own page, which opened it. */
export function askCore(
  address: Address & Pick<Location, 'origin'>,
  storage: TokenStorage,
  hide: (path: string) => void,
): CustomerQuestions {
  const token = takeLaunchToken(address, storage, hide)
  const ask = async (name: string, input?: unknown): Promise<unknown> => {
    const answer = await fetch(`${address.origin}/trpc/${name}`, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        ...(token === null ? {} : { authorization: `Bearer ${token}` }),
      },
      body: input === undefined ? null : JSON.stringify(input),
    })
    if (!answer.ok) throw new Error(`${name} answered ${answer.status}`)
    return ((await answer.json()) as { readonly result: { readonly data: unknown } }).result.data
  }
  return {
    view: (seen) => ask('customerView', { seen }) as Promise<CustomerScreen>,
    picture: () => ask('customerPicture') as Promise<string | null>,
  }
}
