/**
 * Erasing somebody. First a line on disk that says so, then one transaction, then the files: cut
 * off before the transaction, the next opening does it; after it, the daily run takes the papers.
 */
import type { KnownPerson, PersonErased } from '#shared/customers/people-views.ts'
import type { EpochMs } from '#shared/core/brand.ts'
import type { Rut } from '#shared/rut/rut.ts'
import type { Manager } from '../../staff/staff-ports.ts'
import { emptyLog } from './empty-log.ts'
import type { PeopleParts } from './people-parts.ts'
import { digestOf, shownDigest } from './people-key.ts'
import { removePictures, scrubLogs } from './person-files.ts'
import { viewOfPerson } from './person-view.ts'
import { appendTombstone } from './tombstones.ts'

export async function erasePerson(
  parts: PeopleParts,
  key: Buffer,
  rut: Rut,
  { actor, approverName }: Manager,
): Promise<PersonErased> {
  const { db, rows, eraser, tombstones, staff, journal } = parts
  const tombstone = tombstoneOf(parts, digestOf(key, rut), rut)
  appendTombstone(parts.tombstoneFile, tombstone)
  const words = wordsOf(parts, rut)
  const { removed, sales } = db
    .transaction(() => {
      const theirs = rows.sales(rut)
      const erased = eraser.erase(rut, theirs)
      tombstones.write(tombstone)
      staff.audit.write({
        action: 'person-erased',
        staff: actor,
        approverName,
        detail: { what: shownDigest(tombstone.digest), kept: theirs.length, ...erased },
      })
      // The next backup is made for it: the newest one then holds them no more.
      journal.append('settings', null, { person: 'erased' })
      return { removed: erased, sales: theirs }
    })
    .immediate()
  emptyLog(db)
  journal.publish()
  const over = sales.filter(({ isOver }) => isOver).map(({ saleId }) => saleId)
  const logLines = scrubLogs(parts.logFolder, { rut, others: words })
  const jobs = rows.papers(over).map(({ jobId }) => jobId)
  const pictures = await removePictures(parts.paperFolder, jobs)
  db.transaction(() => eraser.eraseRest(over)).immediate()
  return {
    removed: { ...removed, pictures, logLines },
    laterCount: sales.length - over.length,
    person: await viewOfPerson(parts, key, rut),
  }
}

/**
 * Never before what it takes away, nor before an erasure it repeats: a clock that is behind would
 * else leave them in the next older backup that is put back.
 */
function tombstoneOf({ clock, rows, tombstones }: PeopleParts, digest: string, rut: Rut) {
  const last = Math.max(tombstones.erasedAt(digest) ?? 0, rows.customer(rut)?.lastSoldAt ?? 0)
  return { digest, at: Math.max(clock.now(), last + 1) as EpochMs }
}

/** Names and addresses as they are known now, from the record and from their documents. */
function wordsOf({ db, rows }: PeopleParts, rut: Rut): string[] {
  const known = rows.customer(rut)
  const named = db
    .prepare<[Rut], string>('SELECT DISTINCT recipient_name FROM sale WHERE recipient_rut = ?')
    .pluck()
    .all(rut)
  return [...named, ...(known === null ? [] : wordsOfRecord(known))]
}

const wordsOfRecord = ({ legalName, phone, email, address }: KnownPerson) => [
  legalName,
  phone,
  email,
  address,
]
