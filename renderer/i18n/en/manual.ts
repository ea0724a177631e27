/** What stands around the pages of the manual, in English. */
import type { ManualWords } from '../es/manual.ts'

export const manual: ManualWords = {
  title: 'Manual (in Spanish)',
  search: 'Search the manual',
  hint: 'In Spanish: anular, devolver…',
  pages: 'Pages',
  none: 'No page says it that way. Try another word.',
  steps: 'Step by step',
  cure: 'What to do',
  good: 'Good to know',
  see: 'See also',
  go: 'Go to',
  print: 'Print this page',
  printAll: 'Print the whole manual',
}
