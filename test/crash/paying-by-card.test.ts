/**
 * kill -9 while a sale is paid at the card terminal. With every change some operations;
 * `CRASH_SWEEP=full` kills at every one.
 */
import { mkdirSync, rmSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { crashFolderOfFile } from './crash-folder.ts'
import { judgePayment, preparePayment } from './paying-by-card.ts'
import { copyTemplate } from './story.ts'

const STEP = process.env['CRASH_SWEEP'] === 'full' ? 1 : 3
const POINTS_LIMIT = 5_000
const SWEEP_TIMEOUT_MS = 3_600_000

const { folder, obstacle } = crashFolderOfFile('card', async ({ path }) => {
  mkdirSync(path('template'))
  await preparePayment(path('template'))
})

describe.skipIf(obstacle !== null)(obstacle ?? 'killed while a card is charged', () => {
  it(
    'the card is charged once, and pays the one sale there is',
    async () => {
      const faults: string[] = []
      let points = 0
      for (let n = 1, isOver = false; !isOver && n < POINTS_LIMIT; n += STEP) {
        const dataDir = folder.path(`card-${n}`)
        copyTemplate(folder.path('template'), dataDir)
        isOver = !(await isKilledAt(dataDir, n))
        faults.push(...(await judgePayment(dataDir)).map((fault) => `operation ${n}: ${fault}`))
        rmSync(dataDir, { recursive: true, force: true })
        if (!isOver) points += 1
      }
      console.log(`killed while a card is charged: ${points} points, faults: ${faults.length}`)
      expect(faults).toEqual([])
      expect(points).toBeGreaterThan(5)
    },
    SWEEP_TIMEOUT_MS,
  )
})

async function isKilledAt(dataDir: string, n: number): Promise<boolean> {
  const { code, signal, stderr } = await folder.run('paying-by-card', [dataDir, String(n)])
  if (signal === null && code !== 0) throw new Error(stderr)
  return signal === 'SIGKILL'
}
