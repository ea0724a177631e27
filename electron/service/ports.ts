/**
 * What the service takes from the outside world, passed in so that tests and the sandbox decide it.
 */
import { randomBytes, randomUUID } from 'node:crypto'
import type { Brand, EpochMs } from '#shared/core/brand.ts'

export type CompanyId = Brand<string, 'CompanyId'>
export type ClientId = Brand<string, 'ClientId'>
export type DocumentId = Brand<string, 'DocumentId'>
export type FolioRangeId = Brand<string, 'FolioRangeId'>

export interface Clock {
  now(): EpochMs
}

export interface Random {
  bytes(count: number): Uint8Array
  uuid(): string
}

export const systemClock: Clock = { now: () => Date.now() as EpochMs }

export const systemRandom: Random = {
  bytes: (count) => new Uint8Array(randomBytes(count)),
  uuid: () => randomUUID(),
}
