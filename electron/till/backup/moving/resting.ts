/**
 * What a till at rest answers: whatever is read, who serves, and support. Nothing that sells,
 * prints, sends or changes what has left.
 */
import { CONTRACT, type CommandName, type TillApi } from '#shared/bridge/contract.ts'
import type { AnyRow } from '#shared/staff/row.ts'
import { refusal } from '#shared/languages/refusals.ts'
import { refuse } from '#shared/core/result.ts'
import type { RestStore } from './rest.ts'

/** Commands it obeys; a new one is refused until it is added here. */
const OBEYED: ReadonlySet<CommandName> = new Set<CommandName>([
  'signIn',
  'signOut',
  'giveBackSettings',
  'takeSale',
  'approve',
  'cancelServiceTest',
  'startCheck',
  'startBackup',
  'startExport',
  'startDiagnostics',
  'startCopy',
  'answerDoubt',
  'stopSupport',
  'newMoveCode',
  'startMove',
  'startTakeBack',
  'startLook',
  'startRestore',
  'cancelMove',
])

type Method = (...given: readonly unknown[]) => unknown

/** The same core, which refuses while the till is at rest. */
export function resting(api: TillApi, rest: Pick<RestStore, 'now'>): TillApi {
  const open: Record<string, unknown> = { ...api }
  for (const name of Object.keys(CONTRACT) as CommandName[]) {
    const { kind, behindLock, gives } = CONTRACT[name] as AnyRow
    if (kind === 'query' || OBEYED.has(name)) continue
    const method = api[name] as Method
    // A row that cannot refuse says what it answers where nobody is served.
    const refused =
      behindLock !== null && 'locked' in behindLock
        ? behindLock.locked
        : refuse(refusal('TILL_AT_REST'))
    open[name] = (...given: readonly unknown[]) => {
      if (rest.now() === null) return method(...given)
      return gives.isLater ? Promise.resolve(refused) : refused
    }
  }
  return open as unknown as TillApi
}
