import type { LostPart } from '../lost-part.ts'

/** What a restore could not read of what was there before; it stays in quarantine as it was. */
export const lostParts: Readonly<Record<LostPart, string>> = {
  all: 'Nothing of the data of before could be read: what was sold after the backup is not here.',
  log: 'What was written last could not be read whole: the newest sales may be missing.',
  sales: 'The list of sales could not be read whole: sales after the backup may be missing.',
  states: 'What became of all receipts could not be read: the service is asked again.',
  shifts: 'Not all shifts could be read: one after the backup may be missing.',
  papers: 'What was printed could not be read: a paper may come out again.',
  customers: 'Not all customers could be read: new ones may be missing.',
  stock: 'The stock could not be read: count it again.',
  vales: 'Which vales were voided could not be read: check them.',
  cards:
    'What was charged at the card terminal could not be read: compare its sales with the till’s.',
  'owner-code': "The owner's code could not be read: the backup's is good. Make a new one.",
}
