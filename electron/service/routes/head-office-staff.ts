/** Who serves at the tills, and who no longer does at any of them. */
import { ok } from '#shared/core/result.ts'
import { staffBody } from '#shared/head-office/contract.ts'
import { barStaff, staffOf } from '../head-office/staff.ts'
import type { ServiceParts } from '../parts/parts.ts'
import type { Fleet } from './fleet.ts'
import { noted, type OfficeRoute } from './head-office.ts'
import { fail, readBody } from './http.ts'

export const staffRoutes = (parts: ServiceParts, { news }: Fleet): readonly OfficeRoute[] => [
  {
    ...{ method: 'get', path: 'staff', least: 'manager' },
    answer: async (c, { companyId }) =>
      c.json({ data: await staffOf(parts.storage.read, companyId) }),
  },
  {
    ...{ method: 'put', path: 'staff/:id', least: 'owner' },
    async answer(c, user) {
      const body = await readBody(c, staffBody)
      if (!body.ok) return fail(c, body.refusal)
      const { is_barred: isBarred } = body.value
      const changed = await noted(parts, user, async (ports) => {
        const made = await barStaff(ports, user, c.req.param('id') ?? '', isBarred)
        const done = isBarred ? 'staff-barred' : 'staff-let-in'
        return made.ok ? ok({ done, what: made.value.name, value: made.value }) : made
      })
      if (!changed.ok) return fail(c, { errors: [changed.refusal] })
      news.tell(user.companyId, changed.value.version)
      return c.json({})
    },
  },
]
