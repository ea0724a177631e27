/**
 * What the service takes from the outside world, passed in so that tests and the sandbox decide it.
 */
import { randomBytes, randomUUID } from 'node:crypto'
import type { Brand, EpochMs } from '#shared/core/brand.ts'
import type { Randomness, WallClock } from '#shared/core/ports.ts'

export type CompanyId = Brand<string, 'CompanyId'>
export type ClientId = Brand<string, 'ClientId'>
export type DocumentId = Brand<string, 'DocumentId'>
export type FolioRangeId = Brand<string, 'FolioRangeId'>

export type Clock = WallClock

export interface Random extends Randomness {
  uuid(): string
}

export const systemClock: Clock = { now: () => Date.now() as EpochMs }

export const systemRandom: Random = {
  bytes: (count) => new Uint8Array(randomBytes(count)),
  uuid: () => randomUUID(),
}
