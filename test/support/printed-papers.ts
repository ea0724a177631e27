import type { TillFixture } from './till-fixture.ts'

/** What came out of the fixture's printer: whose paper each is, and whether it says COPIA. */
export const printedPapers = ({ printer }: TillFixture): string[] =>
  printer.printed.map(
    ({ pdf, banner }) => `${Buffer.from(pdf).toString().slice(9)}${banner ? ' COPIA' : ''}`,
  )
