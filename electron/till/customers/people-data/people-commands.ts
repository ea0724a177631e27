/** The owner's commands over what the till knows of a person. Each leaves a row in the log. */
import type { CommandName, TillApi } from '#shared/bridge/contract.ts'
import type { AuditAction } from '#shared/staff/views.ts'
import type { PeopleDataView } from '#shared/customers/people-views.ts'
import { refusal, type Refusal } from '#shared/languages/refusals.ts'
import { ok, refuse, type Result } from '#shared/core/result.ts'
import { foldName } from '#shared/catalogue/search-words.ts'
import { retentionProblem } from '#shared/customers/retention.ts'
import { ANONYMOUS_RUT, parseRut, type Rut } from '#shared/rut/rut.ts'
import { decideRecipient } from '#shared/selling/sale/decide-recipient.ts'
import { changedFields } from '#shared/settings/changed-fields.ts'
import { listBackups } from '../../kernel/backup-files.ts'
import type { Handlers, Manager } from '../../staff/staff-ports.ts'
import { erasePerson } from './erase-person.ts'
import { exportPerson } from './export-person.ts'
import type { PeopleParts } from './people-parts.ts'
import { emptyLog } from './empty-log.ts'
import { digestOf, shownDigest } from './people-key.ts'
import { quarantines, viewOfPerson } from './person-view.ts'

type PeopleCommand = Extract<
  CommandName,
  'peopleData' | 'saveRetention' | 'findPerson' | 'correctPerson' | 'exportPerson' | 'erasePerson'
>

interface Asked {
  readonly rut: Rut
  readonly key: Buffer
  readonly manager: Manager
}

export function createPeopleCommands(parts: PeopleParts): Handlers<PeopleCommand> {
  /** Written before anything is answered: who looked at whom. */
  const note = ({ rut, key, manager }: Asked, action: AuditAction, fields = '') => {
    const person = shownDigest(digestOf(key, rut))
    parts.staff.audit.write({
      action,
      staff: manager.actor,
      approverName: manager.approverName,
      detail: { what: fields === '' ? person : `${person} (${fields})` },
    })
  }
  const view = () => peopleData(parts)
  return {
    peopleData: () => ok(view()),
    saveRetention: (input, _, who) => saveRetention(parts, input, who),
    async findPerson({ rut }, _, who) {
      const asked = askedOf(parts, rut, who)
      if (!asked.ok) return asked
      note(asked.value, 'person-found')
      return ok(await viewOfPerson(parts, asked.value.key, asked.value.rut))
    },
    async correctPerson(input, _, who) {
      const asked = askedOf(parts, input.rut, who)
      if (!asked.ok) return asked
      const changed = correct(parts, asked.value.rut, input, (fields) =>
        note(asked.value, 'person-corrected', fields),
      )
      if (!changed.ok) return changed
      return ok(await viewOfPerson(parts, asked.value.key, asked.value.rut))
    },
    async exportPerson({ rut }, _, who) {
      const asked = askedOf(parts, rut, who)
      if (!asked.ok) return asked
      note(asked.value, 'person-exported')
      return ok(await exportPerson(parts, asked.value.key, asked.value.rut))
    },
    async erasePerson({ rut }, _, who) {
      const asked = askedOf(parts, rut, who)
      if (!asked.ok) return asked
      const { key, manager } = asked.value
      if (parts.openBuyer() === asked.value.rut) return refuse(refusal('PERSON_IN_OPEN_SALE'))
      return ok(await erasePerson(parts, key, asked.value.rut, manager))
    },
  }
}

/** Who asks about whom; the key of the till, without which nothing can be noted. */
function askedOf({ key }: PeopleParts, text: string, manager: Manager): Result<Asked, Refusal> {
  const rut = parseRut(text)
  if (!rut.ok) return refuse(refusal(rut.refusal, 'rut'))
  if (rut.value === ANONYMOUS_RUT) return refuse(refusal('PERSON_IS_NOBODY', 'rut'))
  if (key === null) return refuse(refusal('PEOPLE_SECRET_CLOSED'))
  return ok({ rut: rut.value, key, manager })
}

/** What is typed is held to the rules of a buyer: the next document is made of it. */
function correct(
  { db, rows }: PeopleParts,
  rut: Rut,
  input: Parameters<TillApi['correctPerson']>[0],
  note: (fields: string) => void,
): Result<null, Refusal> {
  const before = rows.customer(rut)
  if (before === null) return refuse(refusal('PERSON_NOT_A_CUSTOMER', 'rut'))
  const decided = decideRecipient({ ...input, rut })
  if (!decided.ok) return decided
  const { legalName, phone = '', email = '' } = decided.value
  const after = { legalName, phone, email }
  const changed = changedFields(
    { legalName: before.legalName, phone: before.phone, email: before.email },
    after,
  ).map(({ what }) => what)
  if (changed.length === 0) return ok(null)
  db.transaction(() => {
    db.prepare(`UPDATE customer SET legal_name = ?, folded_name = ?, phone = ?, email = ?
          WHERE rut = ?`).run(legalName, foldName(legalName), phone, email, rut)
    note(changed.join(', '))
  }).immediate()
  emptyLog(db)
  return ok(null)
}

function saveRetention(
  parts: PeopleParts,
  retention: Parameters<TillApi['saveRetention']>[0],
  { actor, approverName }: Manager,
): Result<PeopleDataView, Refusal> {
  const problem = retentionProblem(retention)
  if (problem !== null) return refuse(problem)
  const changes = changedFields({ ...parts.store.read().retention }, retention, 'retention.')
  parts.db
    .transaction(() => {
      parts.store.write({ retention })
      for (const detail of changes)
        parts.staff.audit.write({ action: 'settings-changed', staff: actor, approverName, detail })
    })
    .immediate()
  return ok(peopleData(parts))
}

function peopleData({ store, folder }: PeopleParts): PeopleDataView {
  const { retention, lastRun } = store.read()
  const backups = listBackups(folder.backups)
  return {
    retention,
    lastRun,
    backupsCount: backups.length,
    oldestBackupAt: backups.at(-1)?.at ?? null,
    quarantineCount: quarantines(folder.quarantine),
  }
}
