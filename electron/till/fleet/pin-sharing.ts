/**
 * How this till comes to the secret of the shop's PINs, and gives it to a till that was paired
 * since. The first till's own becomes the shop's, so its people need no other PIN.
 */
import type { Log, Randomness } from '../kernel/ports.ts'
import { storedSetting } from '../kernel/stored-setting.ts'
import type { TillDatabase } from '../kernel/database.ts'
import type { Staff } from '../staff/staff-ports.ts'
import { pepperOf, type Peppers } from '../staff/pin-pepper.ts'
import type { Pepper } from '../staff/pin-hash.ts'
import type { pinSecretAnswer, pinSecretBody } from '#shared/fleet/pin-secret-contract.ts'
import type { z } from 'zod'
import { speakerOf, type FleetClient, type FleetRefusal } from './fleet-client.ts'
import type { TillCredentials } from '../settings/own-key.ts'
import type { Membership, Memberships } from './membership.ts'
import { boxKeyTold, closeBox, newBoxKey, openBox } from './pin-box.ts'
import { NONE_REST_MS, UNTIL_WOKEN_MS, type Step } from './step.ts'
import type { TillKey } from './till-key.ts'

/** How often a till that has it looks whether another one asks. */
const GIVE_EVERY_MS = 10_000
const ASK_EVERY_MS = 3_000

export interface PinSharing {
  /** The shop's, once it is here and no till has put another one in its place. */
  pepper(): Pepper | null
  state(): 'own' | 'waiting' | 'shared' | 'other'
  /** What was said of this shop's secret is over: the till has joined or left. In a transaction. */
  forget(): void
}

interface StateParts {
  readonly db: TillDatabase
  readonly peppers: Peppers | null
  readonly membership: Pick<Memberships, 'now'>
}

/** What another till put in the place of this one's is not believed until an owner joins anew. */
const otherIn = (db: TillDatabase) => storedSetting(db, 'fleet-pins-other')

export function createPinSharing({ db, peppers, membership }: StateParts): PinSharing {
  const other = otherIn(db)
  const pepper = () => {
    const shopId = membership.now()?.shopId
    return shopId === undefined || other.read() === true ? null : (peppers?.ofShop(shopId) ?? null)
  }
  return {
    pepper,
    state() {
      if (peppers === null) return 'own'
      if (other.read() === true) return 'other'
      return pepper() === null ? 'waiting' : 'shared'
    },
    forget: () => other.keep(null),
  }
}

export interface PinStepParts extends StateParts {
  readonly log: Log
  readonly randomness: Randomness
  readonly client: Pick<FleetClient, 'sharePins'>
  readonly key: TillKey
  readonly staff: Pick<Staff, 'audit'>
  readonly credentials: (membership: Membership) => TillCredentials | null
  readonly onShared: () => void
}

type Said = z.output<typeof pinSecretBody>
type Heard = z.output<typeof pinSecretAnswer>
interface Setbacks {
  readonly of: (refusal: FleetRefusal) => number
}

/** Milliseconds until the next look. */
export function sharingPins(parts: PinStepParts, setbacks: Setbacks): Step {
  const { peppers, client } = parts
  return async (signal: AbortSignal): Promise<number> => {
    const speaker = speakerOf(parts)
    if (speaker === null || peppers === null) return UNTIL_WOKEN_MS
    const { now, as } = speaker
    const boxKey = await boxKeyOf(parts, now)
    const ask = (said: Partial<Said>) => {
      const pepper_id = peppers.ofShop(now.shopId)?.id ?? null
      const box_key = boxKeyTold(boxKey)
      return client.sharePins(
        { box_key, pepper_id, is_box_wrong: false, boxes: [], ...said },
        as,
        signal,
      )
    }
    const turn = createTurn(parts, now, peppers, boxKey)
    let answer = await ask({})
    for (let more = turn(answer); more !== null; more = turn(answer)) {
      if (signal.aborted) return 0
      answer = await ask(more)
    }
    if (signal.aborted) return 0
    if (!answer.ok) return answer.refusal === 'NONE' ? NONE_REST_MS : setbacks.of(answer.refusal)
    return settle(parts, now, peppers, { boxKey, heard: answer.value })
  }
}

async function boxKeyOf({ key, randomness }: PinStepParts, { tillId }: Membership) {
  const kept = key.boxKeyOf(tillId)
  if (kept !== null) return kept
  const made = newBoxKey(randomness)
  await key.keepBoxKey(tillId, made)
  return made
}

/** What to say after an answer; null once there is nothing more. */
function createTurn(parts: PinStepParts, now: Membership, peppers: Peppers, boxKey: string) {
  const said = { offer: false, wrong: false, boxes: false }
  return (answer: Awaited<ReturnType<FleetClient['sharePins']>>): Partial<Said> | null => {
    if (!answer.ok) return null
    const { pepper_id: theirs, is_free: isFree, box, asking } = answer.value
    const own = peppers.ofShop(now.shopId)
    const offer = peppers.offer(now.shopId)
    if (own === null && isFree && !said.offer && theirs !== offer.id) {
      said.offer = true
      return { pepper_id: offer.id }
    }
    const isWrong = own === null && box !== null && opened(box, boxKey, now, theirs) === null
    if (isWrong && !said.wrong) {
      said.wrong = true
      parts.log('the secret of the PINs came closed for another till', {})
      return { is_box_wrong: true }
    }
    if (own === null || own.id !== theirs || asking.length === 0 || said.boxes) return null
    said.boxes = true
    return { boxes: give(parts, now, own, asking) }
  }
}

function opened(box: string, boxKey: string, now: Membership, id: string | null): Pepper | null {
  const secret = openBox(box, boxKey, now)
  const pepper = secret === null ? null : pepperOf(secret.toString('hex'))
  return pepper?.id === id ? pepper : null
}

/** Each till that is given it stands in the log: it was paired with a code that somebody made. */
function give(parts: PinStepParts, { shopId }: Membership, own: Pepper, asking: Heard['asking']) {
  return asking.flatMap(({ till_id: tillId, box_key: theirs, number, name }) => {
    const box = closeBox(own.key, theirs, { shopId, tillId }, parts.randomness)
    // One that can be given to nobody holds up none of the others.
    if (box === null) return []
    const detail = { what: `${number} ${name}` }
    parts.staff.audit.write({ action: 'shop-pins', staff: BY_ITSELF, detail })
    return [{ till_id: tillId, box }]
  })
}
const BY_ITSELF = { id: null, name: 'Mesón' }

async function settle(
  { db, log, onShared }: PinStepParts,
  now: Membership,
  peppers: Peppers,
  { boxKey, heard }: { readonly boxKey: string; readonly heard: Heard },
): Promise<number> {
  const { pepper_id: theirs, box, is_box_key: isBoxKey } = heard
  const own = peppers.ofShop(now.shopId)
  const other = otherIn(db)
  if (own !== null) {
    const isOther = theirs !== own.id
    if ((other.read() === true) !== isOther) {
      other.keep(isOther)
      onShared()
    }
    return GIVE_EVERY_MS
  }
  if (!isBoxKey) {
    log('the shop keeps another key for this till: it has to be joined anew', {})
    return NONE_REST_MS
  }
  const offer = peppers.offer(now.shopId)
  const pepper = theirs === offer.id ? offer : box && opened(box, boxKey, now, theirs)
  if (!pepper) return ASK_EVERY_MS
  await peppers.keepOfShop(now.shopId, pepper)
  onShared()
  return GIVE_EVERY_MS
}
