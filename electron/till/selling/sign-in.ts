/** Who serves signs in and out: the open sale changes hands, and what was allowed ends. */
import { ok } from '#shared/core/result.ts'
import type { Approvals } from '../staff/approvals.ts'
import type { Handlers, Staff } from '../staff/staff-ports.ts'
import { handOver, servedBy } from './hand-over.ts'
import type { Sales } from './sales.ts'

/** `sales`: asked when a command comes, when they are there. */
export function createSignIn(
  staff: Staff,
  { endAll }: Pick<Approvals, 'endAll'>,
  sales: () => Sales,
): Handlers<'signIn' | 'signOut'> {
  return {
    signIn: (input) =>
      staff.signIn(input, (member) => {
        const handed = handOver(sales(), staff, member, input.takesPayments === true)
        if (!handed.ok || servedBy(staff) === member.id) return handed
        return ok(() => {
          endAll()
          handed.value()
        })
      }),
    signOut() {
      // What was allowed was allowed to whoever stood there.
      endAll()
      return staff.signOut()
    },
  }
}
