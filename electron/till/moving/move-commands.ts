/** The rows of moving a till: put to rest and packed here, looked at and opened there. */
import { randomBytes } from 'node:crypto'
import type { TillApi } from '#shared/bridge/contract.ts'
import type { MovePreview, SupportDone } from '#shared/bridge/support.ts'
import { refusal, type Refusal } from '#shared/core/refusals.ts'
import { ok, refuse, type Result } from '#shared/core/result.ts'
import { parseRut } from '#shared/rut/rut.ts'
import { CODE_BYTES, makeCode, parseCode } from '#shared/support/recovery-code.ts'
import type { TillOptions } from '../options.ts'
import { ownersOnly } from '../staff/lent-settings.ts'
import type { Store } from '../store.ts'
import { isOtherShop } from '../support/copy-facts.ts'
import { answered, usable } from '../support/second-copies.ts'
import type { SupportPort, Watch } from '../support/support-client.ts'
import type { SupportDesk } from '../support/support-desk.ts'
import { SupportRefused } from '../support/trouble.ts'
import type { LookedAtMove } from './arrive.ts'
import { newRest, putToRest, type MovedSecrets } from './leave.ts'
import { textOf } from './move-package.ts'
import { removeUnfinished } from './packages-in.ts'

export type MoveCommands = Pick<
  TillApi,
  'newMoveCode' | 'startMove' | 'startMoveLook' | 'startArrival' | 'startTakeBack' | 'cancelMove'
>

interface Parts {
  readonly options: TillOptions
  readonly store: Store
  readonly desk: SupportDesk
}

type Begin = (
  task: SupportDone['task'],
  work: (support: SupportPort, watch: Watch) => Promise<SupportDone>,
) => Result<null, Refusal>

/** What has begun here ends by itself; it is short, or must not be left half done. */
const UNSTOPPED = () => new AbortController().signal

export function createMoveCommands(parts: Parts, begin: Begin): MoveCommands {
  return { ...leaving(parts, begin), ...comingBack(parts, begin), ...arriving(parts, begin) }
}

function leaving(
  { options, store, desk }: Parts,
  begin: Begin,
): Pick<MoveCommands, 'newMoveCode' | 'startMove'> {
  const { dataDir, clock, randomness } = options
  return {
    newMoveCode() {
      desk.moveCode = makeCode(randomness.bytes(CODE_BYTES))
      return ok({ code: desk.moveCode })
    },
    startMove({ folder: typed, code }) {
      const manager = ownersOnly(store.staff.settingsRight.manager())
      if (!manager.ok) return manager
      if (store.purpose === 'practice') return refuse(refusal('MOVE_OF_PRACTICE'))
      if (store.rest.now()?.state === 'left') return refuse(refusal('MOVE_ALREADY_LEFT'))
      const parsed = parseCode(code)
      // A code somebody chose would be guessed: only one that was made here seals a till.
      if (!parsed.ok || parsed.value !== desk.moveCode)
        return refuse(refusal('RECOVERY_CODE_NOT_VALID', 'code'))
      const chosen = answered(() => usable(typed, desk.folder))
      if (!chosen.ok) return chosen
      return begin('move', async (support, { onProgress }) => {
        const secrets = await secretsOf(options, desk)
        const rest = newRest(randomBytes, clock.now(), chosen.value)
        putToRest(store.db, { audit: store.staff.audit, rests: store.rest }, rest, manager.value)
        const { packageId } = rest
        const order = { dataDir, chosen: chosen.value, code: parsed.value, packageId, secrets }
        const { file, facts } = await desk.exchange(
          () =>
            support.run(
              'leave',
              { ...order, at: clock.now() },
              { signal: UNSTOPPED(), onProgress },
            ),
          () => {},
        )
        desk.moveCode = null
        return { task: 'move', file, sales: facts.sales, unissued: facts.unissued }
      })
    },
  }
}

/** Throws MOVE_SECRET_CLOSED: a till without its own secrets would be half a till. */
async function secretsOf(options: TillOptions, { folder }: SupportDesk): Promise<MovedSecrets> {
  const read = async (kept: TillOptions['ownSecret']) => {
    if (kept === undefined) return null
    const text = await kept.load()
    if (text === null && (await kept.isClosed?.()) === true)
      throw new SupportRefused('MOVE_SECRET_CLOSED')
    return text
  }
  return {
    ownSecret: await read(options.ownSecret),
    pinPepper: await read(options.pinPepper),
    serviceKey: await read(options.secrets),
    secondCopyKey: textOf(folder.secondCopyKey),
    mailPassword: await read(options.mailSecret),
  }
}

function comingBack(
  { options, store, desk }: Parts,
  begin: Begin,
): Pick<MoveCommands, 'startTakeBack' | 'cancelMove'> {
  const { dataDir } = options
  const wake = (work: (support: SupportPort, watch: Watch) => Promise<unknown>) => {
    const manager = store.staff.settingsRight.manager()
    if (!manager.ok) return manager
    const { actor, approverName } = manager.value
    return begin('take-back', async (support, watch) => {
      await work(support, watch)
      store.db
        .transaction(() => {
          store.rest.keep(null)
          store.staff.audit.write({ action: 'till-taken-back', staff: actor, approverName })
        })
        .immediate()
      // Opened anew, with everything that sends and prints.
      await desk.exchange(
        async () => null,
        () => {},
      )
      return { task: 'take-back' }
    })
  }
  return {
    startTakeBack({ folder: chosen, code }) {
      const rest = store.rest.now()
      if (rest === null) return refuse(refusal('MOVE_NOT_AT_REST'))
      const own = { packageId: rest.packageId, claimId: rest.takeBackId }
      const order = { dataDir, chosen, code, own }
      return wake((support, { onProgress }) =>
        support.run('take-back', order, { signal: UNSTOPPED(), onProgress }),
      )
    },
    cancelMove() {
      const rest = store.rest.now()
      if (rest === null) return refuse(refusal('MOVE_NOT_AT_REST'))
      if (rest.state === 'left') return refuse(refusal('MOVE_ALREADY_LEFT'))
      return wake(async () => removeUnfinished(rest.folder, rest.packageId))
    },
  }
}

function arriving(
  { options, store, desk }: Parts,
  begin: Begin,
): Pick<MoveCommands, 'startMoveLook' | 'startArrival'> {
  const { dataDir, clock } = options
  return {
    startMoveLook({ folder: chosen, code }) {
      desk.lookedMove = null
      return begin('look-at-move', async (support, watch) => {
        const order = { dataDir, chosen, code, own: null }
        const preview = previewOf(await support.run('look-at-move', order, watch))
        desk.lookedMove = { preview, chosen, code }
        return { task: 'look-at-move', preview }
      })
    },
    startArrival({ packageId, otherRut }) {
      const manager = ownersOnly(store.staff.settingsRight.manager())
      if (!manager.ok) return manager
      // Its own data have not left: set aside, they would sell nowhere.
      if (store.rest.now()?.state === 'packing') return refuse(refusal('TILL_AT_REST'))
      const looked = desk.lookedMove
      if (looked?.preview.packageId !== packageId)
        return refuse(refusal('MOVE_NOT_FOUND', null, { folder: '—' }))
      const other = refuseOtherShop(looked.preview, otherRut)
      if (other !== null) return refuse(other)
      const { actor, approverName } = manager.value
      const { chosen, code } = looked
      const who = { id: actor.id, name: actor.name, approver: approverName }
      const order = { dataDir, chosen, code, packageId, who, at: clock.now() }
      return begin('arrival', async (support, { onProgress }) => {
        const { facts, requeued, quarantine } = await desk.exchange(
          () => support.run('arrive', order, { signal: UNSTOPPED(), onProgress }),
          () => {},
        )
        return { task: 'arrival', sales: facts.sales, requeued, quarantine }
      })
    },
  }
}

/** Throws BACKUP_OF_OTHER_KIND: practice and a shop are never mixed. */
export function previewOf({ packageId, at, facts, present }: LookedAtMove): MovePreview {
  if (facts.purpose !== null && present !== null && present.purpose !== facts.purpose)
    throw new SupportRefused('BACKUP_OF_OTHER_KIND')
  return {
    packageId,
    at,
    shopName: facts.shopName,
    rut: facts.rut,
    registerNumber: facts.registerNumber,
    sales: facts.sales,
    unissued: facts.unissued,
    lastFolio: facts.lastFolio,
    lastSaleAt: facts.lastSaleAt,
    salesHere: present?.sales ?? 0,
    isOtherShop: isOtherShop(facts, present),
  }
}

export function refuseOtherShop(
  { isOtherShop, shopName: shop, rut }: MovePreview,
  otherRut: string | null,
): Refusal | null {
  if (!isOtherShop) return null
  const typed = parseRut(otherRut ?? '')
  return typed.ok && typed.value === rut
    ? null
    : refusal('BACKUP_OF_OTHER_SHOP', 'otherRut', { shop, rut })
}
