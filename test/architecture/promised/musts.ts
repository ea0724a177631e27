import { STORIES_OF_ALL, type Row } from './test-files.ts'

/** What a shop cannot do without and no table of features has. */
export const MUSTS: readonly Row[] = [
  [
    'deletes what is pending',
    [STORIES_OF_ALL, 'what is pending is deleted with a reason'],
    ['test/integration/deleting-receipts.test.ts', 'deletes what has not gone out'],
  ],
  [
    'a fault in native code ends the core, not the window',
    ['test/packaged/core-falls.test.ts', 'comes back in the middle of a sale'],
    ['test/packaged/core-falls.test.ts', 'falls while a sale is being charged'],
  ],
  [
    'the program replaced only when it hurts nobody, by whoever signed it, with a way back',
    ['test/packaged/updating.test.ts', 'is refused while a sale is open'],
    ['test/packaged/updating.test.ts', 'believes no stranger'],
    ['test/packaged/updating.test.ts', 'is gone back from, with what was sold'],
  ],
]
