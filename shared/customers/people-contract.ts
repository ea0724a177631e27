/** Rows of the contract: what the till knows of people, the owner's to see, correct and erase. */
import {
  correctPersonInput,
  personInput,
  saveRetentionInput,
  type PeopleDataView,
  type PersonErased,
  type PersonFile,
  type PersonView,
} from './people-views.ts'
import { command, laterResult, query, result } from '../staff/row.ts'

export const PEOPLE = {
  peopleData: query(null, result<PeopleDataView>(), 'settings'),
  /** How long things are kept, in days. */
  saveRetention: command(
    saveRetentionInput,
    result<PeopleDataView>(),
    'settings',
    'settings-changed',
  ),
  /** Everything that is kept about a RUT, in counts. A look is a row in the log as well. */
  findPerson: command(personInput, laterResult<PersonView>(), 'settings', 'person-found'),
  /** What is filled in from now on; a document that was issued says what it said. */
  correctPerson: command(
    correctPersonInput,
    laterResult<PersonView>(),
    'settings',
    'person-corrected',
  ),
  exportPerson: command(personInput, laterResult<PersonFile>(), 'settings', 'person-exported'),
  /** All but what the law has the shop keep. Asked again, it answers the same. */
  erasePerson: command(personInput, laterResult<PersonErased>(), 'settings', 'person-erased'),
}
