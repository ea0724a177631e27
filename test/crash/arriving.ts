/** One till that arrives, killed at its n-th operation on the disk; run by its test. */
import type { EpochMs } from '#shared/core/brand.ts'
import { arriving } from '../support/moving-by-hand.ts'
import { arm } from './shim.ts'

const [dataDir = '', from = '', code = '', n = ''] = process.argv.slice(2)
arm('kill', Number(n), false)
await arriving(dataDir, from, code, 1_795_200_000_000 as EpochMs)
