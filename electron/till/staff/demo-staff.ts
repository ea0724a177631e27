/** The people of a shop to practise with: made once, and the first of them serves. */
import { hashPin, SALT_BYTES } from './pin-hash.ts'
import type { PeopleParts } from './people-parts.ts'

/** Their PINs can be read on the screen; there is nothing to protect. */
const DEMO_PIN_COST = 10

export async function seedDemo({
  ports,
  store,
  change,
}: Pick<PeopleParts, 'ports' | 'store' | 'change'>): Promise<void> {
  const { clock, demoStaff, ids, randomness, session } = ports
  if (!ports.isDemo()) return
  if (demoStaff.length > 0 && store.members().length === 0) {
    const pins = await Promise.all(
      demoStaff.map(({ pin }) => hashPin(pin, randomness.bytes(SALT_BYTES), DEMO_PIN_COST)),
    )
    change(() =>
      demoStaff.forEach(({ name, role }, index) => {
        const pin = pins[index]
        const id = ids.next()
        if (pin) store.add({ id, name, role, roleIds: [] }, pin, true, clock.now() + index)
      }),
    )
  }
  // The demo sells from the first second: its first cashier serves.
  if (session.staffId === undefined)
    session.staffId = store.members().find(({ isDemo }) => isDemo)?.id
}
