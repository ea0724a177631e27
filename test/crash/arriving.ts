/** One till that arrives, killed at an operation on the disk; run by its test. */
import { join } from 'node:path'
import type { EpochMs } from '#shared/core/brand.ts'
import { arriving } from '../support/moving-by-hand.ts'
import { armKill } from './shim.ts'

const [folder = '', code = '', moments = ''] = process.argv.slice(2)
armKill(folder, moments)
await arriving(join(folder, 'till'), join(folder, 'stick'), code, 1_795_200_000_000 as EpochMs)
