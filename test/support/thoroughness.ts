/**
 * How much is played with every change, and how much by `npm run test:long`. The same attacks,
 * fewer of them.
 */
export const IS_LONG = process.env['TEST_LONG'] === '1'

export const pick = <Amount>(everyChange: Amount, long: Amount): Amount =>
  IS_LONG ? long : everyChange
