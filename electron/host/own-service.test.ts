/** A practice till's service against an end that comes before its start is through. */
import { PassThrough } from 'node:stream'
import { expect, it } from 'vitest'
import type { LaunchService } from './embedded-service.ts'
import { keepService } from './own-service.ts'

it('starts no service for a till that was closed while it was starting one', async () => {
  const launched: string[] = []
  const launch: LaunchService = () => {
    launched.push('service')
    return { stdout: new PassThrough(), onExit: (ended) => ended(1), stop: () => {} }
  }
  const service = keepService({ launch, dataDir: '', resourcesDir: '', log: () => {} })
  const starting = service.start(() => {})
  await service.stop()
  await starting
  await service.start(() => {})
  expect(launched).toEqual([])
})
