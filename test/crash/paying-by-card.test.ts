/**
 * kill -9 while a sale is paid at the card terminal. With every change some operations;
 * `CRASH_SWEEP=full` kills at every one.
 */
import { mkdirSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { crashFolderOfFile, type Sweep } from './crash-folder.ts'
import { judgePayment, preparePayment } from './paying-by-card.ts'
import { copyTemplate } from './story.ts'

const STEP = process.env['CRASH_SWEEP'] === 'full' ? 1 : 3
const SWEEP_TIMEOUT_MS = 3_600_000

const { folder, obstacle } = crashFolderOfFile('card', async ({ path }) => {
  mkdirSync(path('template'))
  await preparePayment(path('template'))
})
const SWEEP: Sweep = {
  prepare: (dataDir) => copyTemplate(folder.path('template'), dataDir),
  ...{ program: 'paying-by-card', words: (...words) => words, step: STEP },
}

describe.skipIf(obstacle !== null)(obstacle ?? 'killed while a card is charged', () => {
  it(
    'the card is charged once, and pays the one sale there is',
    async () => {
      const faults: string[] = []
      let points = 0
      for await (const { n, dataDir, isKilled } of folder.killed(SWEEP)) {
        faults.push(...(await judgePayment(dataDir)).map((fault) => `operation ${n}: ${fault}`))
        if (isKilled) points += 1
      }
      console.log(`killed while a card is charged: ${points} points, faults: ${faults.length}`)
      expect(faults).toEqual([])
      expect(points).toBeGreaterThan(5)
    },
    SWEEP_TIMEOUT_MS,
  )
})
