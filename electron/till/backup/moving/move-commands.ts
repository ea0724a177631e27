/** The rows of moving a till: put to rest and copied here, woken here. Arriving is a restore. */
import type { SupportDone } from '#shared/backup/views.ts'
import { refusal, type Refusal } from '#shared/languages/refusals.ts'
import { ok, refuse, type Result } from '#shared/core/result.ts'
import { CODE_BYTES, makeCode, parseCode } from '#shared/text/recovery-code.ts'
import type { Clock, Randomness, SecretStore } from '../../kernel/ports.ts'
import type { TillDatabase } from '../../kernel/database.ts'
import type { Purpose } from '../../settings/purpose.ts'
import type { Handlers, Manager, Staff } from '../../staff/staff-ports.ts'
import type { Doubts } from '../durability/identity/doubts.ts'
import { textOf } from '../support/medium-files.ts'
import { answered, usable } from '../support/second-copies.ts'
import type { SupportPort, Watch } from '../support/support-client.ts'
import type { SupportDesk } from '../support/support-desk.ts'
import { SupportRefused } from '../support/trouble.ts'
import { putToRest, removeUnfinished, type MovedSecrets } from './leave.ts'
import type { OwnFile } from '../durability/restored-files.ts'
import type { Rest, RestStore } from './rest.ts'
import { expectWakeable, wake } from './wake.ts'
import { movedSecrets, TILL_SECRETS, type TillSecrets } from '../../kernel/till-secrets.ts'

export type MoveCommands = Handlers<'newMoveCode' | 'startMove' | 'startTakeBack' | 'cancelMove'>

export interface MoveParts {
  readonly options: TillSecrets & {
    readonly dataDir: string
    readonly clock: Clock
    readonly randomness: Randomness
  }
  readonly store: {
    readonly db: TillDatabase
    readonly staff: Staff
    readonly purpose: Purpose
    readonly rest: RestStore
    readonly doubts: Doubts
  }
  readonly desk: SupportDesk
}

type Begin = (
  task: SupportDone['task'],
  work: (support: SupportPort, watch: Watch) => Promise<SupportDone>,
) => Result<null, Refusal>

/** What has begun here ends by itself; it is short, or must not be left half done. */
const UNSTOPPED = () => new AbortController().signal

export function createMoveCommands(parts: MoveParts, begin: Begin): MoveCommands {
  return { ...leaving(parts, begin), ...comingBack(parts, begin) }
}

function leaving(
  { options, store, desk }: MoveParts,
  begin: Begin,
): Pick<MoveCommands, 'newMoveCode' | 'startMove'> {
  const { dataDir, clock, randomness } = options
  return {
    newMoveCode() {
      desk.moveCode = makeCode(randomness.bytes(CODE_BYTES))
      return ok({ code: desk.moveCode })
    },
    startMove({ folder: typed, code }, _, { actor: staff, approverName }) {
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
        const order = { dataDir, chosen: chosen.value, code: parsed.value, at: clock.now() }
        const rests = { audit: store.staff.audit, rests: store.rest }
        putToRest(store.db, rests, order, { staff, approverName })
        const { file, facts } = await desk.exchange(
          () => support.run('leave', { ...order, secrets }, { signal: UNSTOPPED(), onProgress }),
          () => {},
        )
        desk.moveCode = null
        return { task: 'move', file, sales: facts.sales, unissued: facts.unissued }
      })
    },
  }
}

/** Throws MOVE_SECRET_CLOSED: a till without its own secrets would be half a till. */
async function secretsOf(
  options: MoveParts['options'],
  { folder }: SupportDesk,
): Promise<MovedSecrets> {
  const read = async (kept: SecretStore | undefined) => {
    if (kept === undefined) return null
    const text = await kept.load()
    if (text === null && (await kept.isClosed?.()) === true)
      throw new SupportRefused('MOVE_SECRET_CLOSED')
    return text
  }
  const texts: Partial<Record<OwnFile, string | null>> = {}
  for (const name of movedSecrets) texts[TILL_SECRETS[name].file] = await read(options[name])
  return { ...texts, 'second-copy-key': textOf(folder.secondCopyKey) }
}

function comingBack(
  { store, desk }: MoveParts,
  begin: Begin,
): Pick<MoveCommands, 'startTakeBack' | 'cancelMove'> {
  const { rest: rests, doubts, db } = store
  const wakeUp = (
    { actor: staff, approverName }: Manager,
    code: string | null,
    settle: (rest: Rest, support: SupportPort) => unknown,
  ) => {
    const rest = answered(() => expectWakeable(rests.now(), code))
    if (!rest.ok) return rest
    return begin('take-back', async (support) => {
      const isClaimed = (await settle(rest.value, support)) === true
      const who = { staff, approverName }
      wake({ db, rests, doubts, audit: store.staff.audit }, rest.value, isClaimed, who)
      // Opened anew, with everything that sends and prints.
      await desk.exchange(
        async () => null,
        () => {},
      )
      return { task: 'take-back' }
    })
  }
  return {
    startTakeBack: ({ code }, _, who) =>
      wakeUp(
        who,
        code,
        ({ state, file }, support) =>
          state === 'left' &&
          support.run('claim', { file }, { signal: UNSTOPPED(), onProgress: () => {} }),
      ),
    cancelMove: (_, who) => wakeUp(who, null, ({ file }) => removeUnfinished(file)),
  }
}
