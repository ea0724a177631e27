import { expect, it, vi } from 'vitest'
import { FolioAllocator } from '../folios/allocate.ts'
import { systemClock } from '../core/ports.ts'
import type { SharedWork } from '../storage/storage.ts'
import type { AdvancedRange } from '../storage/hot-queries.ts'
import { holdLaneTurn } from './lane-turn.ts'

const RANGE = { id: 'r', first_folio: 1, last_folio: 9, next_folio: 1, caf_xml: '' }
const look = {} as Parameters<typeof holdLaneTurn>[2]

function held(rows: readonly Partial<AdvancedRange>[]) {
  const giveBack = vi.fn()
  const shared = { holdTurn: () => Promise.resolve({ rows, giveBack }) } as unknown as SharedWork
  return { giveBack, turn: holdLaneTurn(shared, 'issue', look, new FolioAllocator(systemClock)) }
}

it('gives the turn back where the range it was held for cannot be read', async () => {
  const { giveBack, turn } = held([{ ...RANGE, private_key_pem: 'spoilt' } as AdvancedRange])
  await expect(turn).rejects.toThrow()
  expect(giveBack).toHaveBeenCalledTimes(1)
})

it('keeps it, also where no range is in use, until the lane has done', async () => {
  const { giveBack, turn } = held([])
  const had = await turn
  expect([had?.expected, giveBack.mock.calls]).toEqual([null, []])
  had?.giveBack()
  expect(giveBack).toHaveBeenCalledTimes(1)
})
