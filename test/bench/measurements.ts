/** What `npm run bench -- all` asks, how much of it, and beside what. */

/**
 * How it bears company. `rests`: mostly waits, and is asked at once of both checkouts. `peer`: its
 * figure stands beside a peer's of the same run, so of two checkouts it is asked while the others
 * rest, of both at once. `alone`: nothing else may run.
 */
type Company = 'rests' | 'peer' | 'alone'

/** With its options for a whole run, and for one of minutes. */
export interface Measurement {
  readonly name: string
  readonly whole: readonly string[]
  /** Null: what takes minutes however small is asked in a whole run alone. */
  readonly quick: readonly string[] | null
  /** Else as quick: of two checkouts in the same minutes. */
  readonly quickBeside?: readonly string[]
  readonly company: Company
  /** Measures another checkout in turns with this one by itself. */
  readonly takesBeside?: true
}

export const MEASUREMENTS: readonly Measurement[] = [
  { name: 'first-picture', whole: [], quick: [], company: 'rests' },
  {
    name: 'memory',
    whole: ['--sales', '1000', '--rest', '60'],
    quick: ['--sales', '30', '--rest', '32'],
    quickBeside: ['--sales', '15', '--rest', '32'],
    company: 'rests',
  },
  {
    name: 'rest',
    whole: [],
    quick: ['--turns', '1', '--seconds', '20'],
    company: 'rests',
    takesBeside: true,
  },
  { name: 'first-paper', whole: [], quick: null, company: 'alone' },
  {
    name: 'service-memory',
    whole: [],
    quick: ['--receipts', '2000', '--pdfs', '400', '--rest', '32'],
    quickBeside: ['--receipts', '200', '--pdfs', '40', '--rest', '32'],
    company: 'rests',
  },
  {
    name: 'start',
    whole: [],
    quick: ['--runs', '2'],
    quickBeside: ['--runs', '1'],
    company: 'alone',
    takesBeside: true,
  },
  {
    name: 'old-computer',
    whole: [],
    quick: ['--products', '5000', '--rounds', '1', '--scans', '5', '--sales', '3'],
    quickBeside: [
      ...['--products', '2000', '--rounds', '1', '--scans', '4', '--sales', '2', '--keys', '6'],
    ],
    company: 'alone',
    takesBeside: true,
  },
  {
    name: 'draining',
    whole: ['--backlog', '46798'],
    quick: ['--backlog', '6000', '--sales', '5', '--rounds', '1'],
    quickBeside: ['--backlog', '2000', '--sales', '3', '--rounds', '1'],
    company: 'alone',
    takesBeside: true,
  },
  { name: 'print', whole: [], quick: [], quickBeside: ['--rounds', '9'], company: 'peer' },
  {
    name: 'sale',
    whole: [],
    quick: ['--sales', '10'],
    quickBeside: ['--sales', '4'],
    company: 'alone',
  },
  {
    name: 'queue',
    whole: ['--only', 'charge'],
    quick: ['--only', 'charge', '--receipts', '20000', '--sales', '150'],
    quickBeside: ['--only', 'charge', '--receipts', '5000', '--sales', '100'],
    company: 'peer',
  },
  {
    name: 'queue',
    whole: ['--only', 'drain'],
    quick: ['--only', 'drain', '--backlog', '1000'],
    quickBeside: ['--only', 'drain', '--backlog', '250'],
    company: 'peer',
  },
  {
    name: 'shop',
    whole: ['--only', 'reports'],
    quick: ['--only', 'reports', '--receipts', '50000', '--products', '5000', '--rounds', '5'],
    quickBeside: ['--only', 'reports', '--receipts', '3000', '--products', '1000', '--rounds', '2'],
    company: 'peer',
  },
]
