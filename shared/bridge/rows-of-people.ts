/** Rows of the contract: what the till knows of people, the owner's to see, correct and erase. */
import type { Refusal } from '../core/refusals.ts'
import type { Result } from '../core/result.ts'
import {
  correctPersonInput,
  personInput,
  saveRetentionInput,
  type PeopleDataView,
  type PersonErased,
  type PersonFile,
  type PersonView,
} from './people-views.ts'
import { command, gives, later, query } from './row.ts'

export const PEOPLE = {
  peopleData: query(null, gives<Result<PeopleDataView, Refusal>>(), 'settings'),
  /** How long things are kept, in days. */
  saveRetention: command(
    saveRetentionInput,
    gives<Result<PeopleDataView, Refusal>>(),
    'settings',
    'settings-changed',
  ),
  /** Everything that is kept about a RUT, in counts. A look is a row in the log as well. */
  findPerson: command(
    personInput,
    later<Result<PersonView, Refusal>>(),
    'settings',
    'person-found',
  ),
  /** What is filled in from now on; a document that was issued says what it said. */
  correctPerson: command(
    correctPersonInput,
    later<Result<PersonView, Refusal>>(),
    'settings',
    'person-corrected',
  ),
  exportPerson: command(
    personInput,
    later<Result<PersonFile, Refusal>>(),
    'settings',
    'person-exported',
  ),
  /** All but what the law has the shop keep. Asked again, it answers the same. */
  erasePerson: command(
    personInput,
    later<Result<PersonErased, Refusal>>(),
    'settings',
    'person-erased',
  ),
}
