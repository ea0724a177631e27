/**
 * Closes a shift in front of the shim: `node test/crash/closing-shift.ts DIR MOMENTS`; and what
 * must hold after the kill, wherever it came.
 */
import { appendFileSync, existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import Database from 'better-sqlite3'
import type { CloseShiftInput } from '#shared/shifts/views.ts'
import { examine } from '#till/tables/examine.ts'
import { listBackups } from '#till/kernel/backup-files.ts'
import { makeBackup } from '#till/backup/durability/make-backup.ts'
import { tillFolder } from '#till/kernel/till-folder.ts'
import type { Till } from '#till/till.ts'
import { armKill, disarm } from './shim.ts'
import { allNumbered, faultsAfterRestart, sellOne, tellStory, type Story } from './story.ts'

const EVERY_BODY = Number.MAX_SAFE_INTEGER
const FLOAT_CLP = 20_000
/** The same key of the same screen, however often it is pressed. */
const COUNT_ID = '01JD7ZZZZZZZZZZZZZZZZZZZZZ'
const ACKNOWLEDGED = 'closed.txt'

const [, file = '', dir = '', at = ''] = process.argv
if (file === fileURLToPath(import.meta.url)) {
  await closeUntil(dir, at)
  process.exit(0)
}

function openTill(story: Story, dataDir: string): Promise<Till> {
  return story.fixture.open({ dataDir, makeBackup: async (order) => makeBackup(order) })
}

/** A shift with a sale, a movement and a count that is a thousand short: only the close is left. */
export async function prepareShift(dataDir: string): Promise<void> {
  const story = tellStory(dataDir)
  const till = await openTill(story, dataDir)
  await till.api.saveSettings({ usesShifts: true })
  const opened = till.api.openShift({ shiftId: till.api.shift().nextId, floatClp: FLOAT_CLP })
  if (!opened.ok || !sellOne(till).ok) throw new Error('the shift to be closed is not there')
  await allNumbered(story, till)
  await till.api.moveCash({
    movementId: till.api.shift().nextId,
    kind: 'out',
    amountClp: 5_000,
    reason: 'Banco',
    approvalId: null,
  })
  const expected = till.api.shift().open?.report?.methods[0]?.expectedClp ?? 0
  const shiftId = till.api.shift().open?.shiftId ?? ''
  const counted = till.api.countShift({
    countId: COUNT_ID,
    shiftId,
    pieces: null,
    amounts: [{ key: 'EF', amountClp: expected - 1_000 }],
    approvalId: null,
  })
  if (!counted.ok) throw new Error(counted.refusal.code)
  await till.stop()
  await story.fixture.close()
}

function closeOrder(shiftId: string): CloseShiftInput {
  return { shiftId, countId: COUNT_ID, reason: 'Vuelto mal dado', note: '', approvalId: null }
}

async function closeUntil(dataDir: string, moments: string): Promise<void> {
  const story = tellStory(dataDir)
  const till = await openTill(story, dataDir)
  const shiftId = till.api.shift().open?.shiftId ?? ''
  armKill(dataDir, moments)
  const closed = till.api.closeShift(closeOrder(shiftId))
  if (!closed.ok) throw new Error(closed.refusal.code)
  appendFileSync(join(dataDir, ACKNOWLEDGED), `${shiftId}\n`)
  await story.fixture.until(() => till.api.shift().backup === 'made')
  await story.fixture.until(() => story.fixture.printer.printed.length > 0)
  await till.stop()
  disarm()
}

interface Found {
  shiftId: string
  closes: number
  finals: number
  papers: number
  told: number
}

/**
 * Faults in words; none when the shift is open as before, or closed whole: its Z, its paper and its
 * close together.
 */
export async function judgeShift(dataDir: string): Promise<string[]> {
  const acknowledged = existsSync(join(dataDir, ACKNOWLEDGED))
    ? readFileSync(join(dataDir, ACKNOWLEDGED), 'utf8').trim()
    : null
  const found = countParts(tillFolder(dataDir).database)
  const parts = [found.closes, found.finals, found.papers, found.told]
  return [
    ...(parts.every((part) => part === 0) || parts.every((part) => part === 1)
      ? []
      : [`closed in part: ${JSON.stringify(found)}`]),
    ...(acknowledged !== null && found.closes === 0
      ? [`the close of ${acknowledged} was acknowledged and is lost`]
      : []),
    ...faultsInBackups(dataDir),
    ...(await faultsWhenPressedAgain(dataDir, found)),
    ...(await faultsAfterRestart(dataDir, [])),
  ]
}

function countParts(databaseFile: string): Found {
  const db = new Database(databaseFile)
  try {
    return (
      db
        .prepare<[], Found>(`SELECT id AS shiftId, (SELECT count(*) FROM shift_close) AS closes,
      (SELECT count(*) FROM shift_report WHERE kind = 'Z') AS finals, (SELECT count(*) FROM print_job WHERE kind = 'report') AS papers,
      (SELECT count(*) FROM audit WHERE action = 'shift-closed') AS told FROM shift`)
        .get() ?? { shiftId: '', closes: 0, finals: 0, papers: 0, told: 0 }
    )
  } finally {
    db.close()
  }
}

/**
 * Whatever became of it, the cashier presses again: one close, one Z, one paper that is out or that
 * a person is asked about.
 */
async function faultsWhenPressedAgain(
  dataDir: string,
  { shiftId, closes }: Found,
): Promise<string[]> {
  const story = tellStory(dataDir)
  try {
    const till = await openTill(story, dataDir)
    if ((till.api.shift().open === null) !== (closes === 1))
      return ['after the restart the shift is not what the file says']
    const closed = till.api.closeShift(closeOrder(shiftId))
    if (!closed.ok) return [`pressed again, the close is refused: ${closed.refusal.code}`]
    const kept = () => till.api.shiftReport(shiftId)
    await story.fixture.until(() => {
      const report = kept()
      return report.ok && (report.value.paper === 'sent' || report.value.paper === 'unknown')
    })
    await till.stop()
    const { finals, papers } = countParts(tillFolder(dataDir).database)
    return [
      ...(closed.value.close?.result.differenceClp === -1_000
        ? []
        : ['the Z has another difference']),
      ...(finals === 1 && papers === 1
        ? []
        : [`${finals} reports and ${papers} papers of one close`]),
    ]
  } finally {
    await story.fixture.close()
  }
}

function faultsInBackups(dataDir: string): string[] {
  const { backups } = tillFolder(dataDir)
  return listBackups(backups).flatMap(({ name }) => {
    const db = new Database(join(backups, name), { readonly: true })
    const { faults } = examine(db, EVERY_BODY)
    db.close()
    return faults.map((fault) => `${name}: ${fault}`)
  })
}
