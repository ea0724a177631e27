/** What people do with vales beside giving and spending them, and the rows of it in the log. */
import type { TillApi } from '#shared/bridge/contract.ts'
import { VALE_REASON_CHARS_MAX } from '#shared/vales/views.ts'
import { refusal, type Refusal } from '#shared/languages/refusals.ts'
import { ok, refuse, type Result } from '#shared/core/result.ts'
import { valeDeed, type ApprovalSubject } from '#shared/staff/deeds.ts'
import { foldToLatin1 } from '#shared/text/latin1.ts'
import { requireLatin1 } from '#shared/text/require-latin1.ts'
import { readValeCode } from '#shared/text/vale-code.ts'
import { valeName, valeNow } from '#shared/vales/vale.ts'
import type { Clock } from '../kernel/ports.ts'
import type { LookUps } from '../staff/look-ups.ts'
import type { Approvals, Permission } from '../staff/approvals.ts'
import type { ValeShop } from './vale-shop.ts'
import { createValeList, viewOf } from './vale-list.ts'
import { createValeRows, type StoredVale } from './vale-rows.ts'
import type { TillDatabase } from '../kernel/database.ts'
import type { Staff } from '../staff/staff-ports.ts'
import type { Journal } from '../kernel/journal.ts'
import type { Today } from '../kernel/today.ts'

type ValeCommandName = 'findVale' | 'vales' | 'voidVale' | 'acceptVale'

type Parts = {
  readonly db: TillDatabase
  readonly staff: Staff
  readonly journal: Journal
  readonly today: Today
} & { readonly clock: Clock; readonly lookUps: LookUps; readonly shop: ValeShop }

export function valeCommands(
  approvals: Approvals,
  { db, staff, journal, clock, today, lookUps, shop }: Parts,
): Pick<TillApi, ValeCommandName> {
  const rows = createValeRows(db)
  const page = createValeList(db)
  const known = (number: number): Result<StoredVale, Refusal> => {
    const vale = rows.byNumber(number)
    return vale === null ? refuse(refusal('VALE_UNKNOWN')) : ok(vale)
  }
  const write = (
    deed: ApprovalSubject,
    approvalId: string | null,
    work: (permission: Permission) => void,
  ): Result<null, Refusal> => {
    const permission = approvals.allow(deed, approvalId)
    if (!permission.ok) return permission
    db.transaction(() => {
      permission.value.used()
      work(permission.value)
    }).immediate()
    journal.publish()
    return ok(null)
  }
  return {
    findVale({ code: typed }) {
      const code = readValeCode(typed)
      if (code === null) return refuse(refusal('VALE_CODE_NOT_VALID', 'code'))
      const late = lookUps.refused('code')
      if (late !== null) return refuse(late)
      const vale = rows.byCode(code)
      if (shop.asks(vale?.number ?? null)) return refuse(refusal('WORTH_ASKS_SHOP', 'code'))
      if (vale !== null) return ok(viewOf(vale, today()))
      lookUps.taken()
      return refuse(refusal('VALE_UNKNOWN', 'code'))
    },
    vales: (input) => ok(page(input, today())),
    voidVale({ number, reason: typed, approvalId }) {
      const vale = known(number)
      if (!vale.ok) return vale
      const { balanceClp } = valeNow(vale.value, today())
      const name = valeName(number)
      if (balanceClp === 0) return refuse(refusal('VALE_NOTHING_LEFT', null, { name }))
      const reason = checkReason(typed)
      if (!reason.ok) return reason
      const word = shop.spendWhole(number)
      if (!word.ok) return word
      return write(valeDeed('void', number), approvalId, ({ actor, approverName }) => {
        word.value()
        rows.voidOne(number, reason.value, clock.now())
        const detail = { what: `${name}: ${reason.value}`, totalClp: balanceClp }
        staff.audit.write({ action: 'vale-voided', staff: actor, approverName, detail })
      })
    },
    acceptVale({ number, approvalId }) {
      const vale = known(number)
      if (!vale.ok) return vale
      const what = valeName(number)
      if (!vale.value.isDoubtful) return refuse(refusal('VALE_NOT_DOUBTFUL', null, { name: what }))
      return write(valeDeed('accept', number), approvalId, ({ actor, approverName }) => {
        rows.accept(number, clock.now())
        const detail = { what, totalClp: valeNow(vale.value, today()).balanceClp }
        staff.audit.write({ action: 'vale-accepted', staff: actor, approverName, detail })
      })
    },
  }
}

function checkReason(typed: string): Result<string, Refusal> {
  const reason = foldToLatin1(typed).replace(/\s+/g, ' ').trim()
  if (reason === '') return refuse(refusal('REASON_REQUIRED', 'reason'))
  if (reason.length > VALE_REASON_CHARS_MAX)
    return refuse(refusal('TEXT_TOO_LONG', 'reason', { most: String(VALE_REASON_CHARS_MAX) }))
  return requireLatin1(reason, 'reason')
}
