import { describe, expect, it } from 'vitest'
import { encodeCommands } from '#shared/escpos/command.ts'
import type { EscposCommand } from '#shared/escpos/command.ts'
import { PLAIN_HANDLING, planPaper } from '#shared/escpos/plan.ts'
import type { OneBitPage } from '#shared/raster/one-bit-page.ts'
import { loadEscposWriter } from './escpos-writer.ts'

const write = loadEscposWriter()

function page(rows: number): OneBitPage {
  return {
    widthDots: 576,
    heightDots: rows,
    bytesPerRow: 72,
    bits: new Uint8Array(72 * rows).map((_, index) => (index * 37) & 0xff),
  }
}

describe('bytes built by the escpos package', () => {
  it('are those of the manuals, for every command of the till', () => {
    const commands: EscposCommand[] = [
      ...planPaper(
        page(1_000),
        {
          ...PLAIN_HANDLING,
          density: { kind: 'density', value: 3 },
          buzzer: { times: 2, steps: 3 },
        },
        true,
      ),
      ...planPaper(page(100), { ...PLAIN_HANDLING, pictures: 'columns' }, false),
      ...planPaper(page(100), { ...PLAIN_HANDLING, pictures: 'graphics' }, false),
      { kind: 'line-feed' },
      { kind: 'feed-units', units: 200 },
      { kind: 'cut', mode: 'full', feedUnits: null },
      { kind: 'drawer', pin: 5, onMs: 510, offMs: 510 },
      { kind: 'ask-when-printed', token: 'AB12' },
      { kind: 'padding', count: 9 },
    ]
    expect(
      Buffer.compare(Buffer.from(write(commands)), Buffer.from(encodeCommands(commands))),
    ).toBe(0)
  })

  it('do not change when the next paper is written', () => {
    const first = write(planPaper(page(50), PLAIN_HANDLING, false))
    const kept = first.slice()
    write(
      planPaper({ ...page(50), bits: new Uint8Array(72 * 50).fill(0xff) }, PLAIN_HANDLING, true),
    )
    expect(first).toEqual(kept)
  })
})
