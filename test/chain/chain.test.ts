import { expect, it } from 'vitest'
import { NO_POSTGRES } from '../support/postgres.ts'
import { runChain } from './chain.ts'
import { faultsOf } from './counts.ts'

it.skipIf(NO_POSTGRES !== null)(
  `tills, three processes that fall and a database that restarts: everything once${NO_POSTGRES === null ? '' : ` (${NO_POSTGRES})`}`,
  async () => {
    const counts = await runChain({
      ...{ tills: 12, receiptsEach: 15, processes: 3 },
      ...{ killEveryMs: 700, leaseMs: 4_000, kills: 3 },
    })
    expect(faultsOf(counts)).toEqual({})
    expect(counts).toMatchObject({ acknowledged: 180 })
  },
)
