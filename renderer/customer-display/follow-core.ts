import type { CustomerScreen } from '#shared/devices/contract.ts'
import type { CustomerQuestions } from './ask-core.ts'

/** A core that has fallen is back in a moment; until then nobody's sale stays on the screen. */
const REST_MS = 1_000

interface FollowPorts {
  readonly ask: CustomerQuestions
  /** Null while the core does not answer. */
  readonly show: (screen: CustomerScreen | null, picture: string | null) => void
  readonly rest: (delayMs: number) => Promise<void>
  /** For tests; the page follows for as long as it is there. */
  readonly goesOn?: () => boolean
}

/** Asks for the next picture as soon as one is shown. */
export async function followCore({ ask, show, rest, goesOn = () => true }: FollowPorts) {
  let seen: string | null = null
  let picture: { readonly id: string | null; readonly address: string | null } | null = null
  while (goesOn()) {
    try {
      const screen = await ask.view(seen)
      if (picture === null || picture.id !== screen.pictureId) {
        const address = screen.pictureId === null ? null : await ask.picture()
        picture = { id: screen.pictureId, address }
      }
      seen = screen.version
      show(screen, picture.address)
    } catch {
      seen = null
      show(null, picture?.address ?? null)
      await rest(REST_MS)
    }
  }
}
