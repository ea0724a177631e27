/**
 * Rules of a shop's tills in the words of the program, each with what stands there once it is left
 * out, and a test of `npm run test:all` that fails without it. Those that show in a shop that is
 * played stand in fleet-sabotage.ts.
 */
export interface LeftOutRule {
  readonly file: string
  /** Stands there once. */
  readonly rule: string
  readonly without: string
  readonly test: readonly [file: string, name: string]
  /** Left out with each change; of the others those whose test is of a pure room. */
  readonly isOfEachChange?: true
}

const MERGE = 'electron/service/fleet/merge.ts'
const HUBS = 'electron/service/fleet/hubs.ts'
const TERMS = 'electron/service/fleet/lent-terms.ts'
const LENDING = 'electron/service/fleet/hub-worths.ts'
const WORTHS = 'electron/service/fleet/worths.ts'
const MOVES = 'electron/service/fleet/stock-moves.ts'
const RULE = 'shared/fleet/worth.ts'
const ASKING = 'electron/till/fleet/worth-asking.ts'
const BACK = 'electron/till/fleet/return-worth.ts'
const LENT = 'electron/service/fleet/hub-worths.test.ts'
const at = (name: string) => `test/integration/${name}.test.ts`

export const LEFT_OUT: Readonly<Record<string, LeftOutRule>> = {
  'of two values of a field the later one stands': {
    ...{ file: MERGE, rule: '!isFilled && !isLater(made, stamp)', without: '!isFilled && false' },
    test: ['electron/service/fleet/merge.test.ts', 'in whichever order it is heard'],
  },
  'a term of a hub is no number that was given before': {
    file: HUBS,
    rule: 'term: Math.max(highest + 1, clock.now()),',
    without: 'term: highest + 1,',
    test: [at('fleet-hub-worth-attacks'), 'another number than one it has forgotten'],
  },
  'a hub that was put back begins another term': {
    file: HUBS,
    rule: 'if (hub !== null && !isRestored) {',
    without: 'if (hub !== null) {',
    test: [at('fleet-hub-worths'), 'a hub that was put back grants nothing of what it had'],
  },
  'a hub that is missed is one no longer': {
    file: HUBS,
    rule: 'const isOver = hub !== null &&',
    without: 'const isOver = hub === null &&',
    test: [at('fleet-hub-silence'), 'leaves what it was lent to its tills after a while'],
  },
  'a parked sale that a hub gave out comes back to nobody': {
    file: HUBS,
    rule: 'granted = parked.filter((id) => became?.granted.has(id))',
    without: 'granted = parked.filter((id) => !id)',
    test: [at('fleet-hub'), 'come back to their till once every till has left the hub'],
  },
  'a visit that comes late leaves no term it was told of since': {
    file: HUBS,
    rule: `    .where('left_at_ms', 'is', null)
    .where('told_visit', '<', visit)`,
    without: "    .where('left_at_ms', 'is', null)",
    test: [LENT, 'a hub on'],
  },
  'what was lent is here again once all have left its term': {
    ...{
      file: TERMS,
      rule: 'tills.every((till) => till === ofHub || !isIn(till))',
      without: 'true',
    },
    test: [at('fleet-hub-worths'), 'lost together with a till it granted to'],
  },
  'a till that lost its data has not left a term': {
    ...{ file: TERMS, rule: 'at === null || isWhole === 0 ||', without: 'at === null ||' },
    test: [LENT, 'a hub on'],
  },
  'a till that owes a word has not left a term': {
    ...{ file: TERMS, rule: 'isWhole === 0 || owes === 1', without: 'isWhole === 0' },
    test: [at('fleet-hub-worth-attacks'), 'of a till of before the term'],
  },
  'a receipt that is lent is the hub’s alone to grant': {
    file: WORTHS,
    rule: 'return !(await isLendingOver(db, companyId, book.lentTerm))',
    without: 'return false',
    test: [at('fleet-hub-returns'), 'of another place asks the hub for it back'],
  },
  'of a silent hub nothing is granted that it may have': {
    file: WORTHS,
    rule: 'isDone ? null : await maybeLent(db, companyId, { key, book })',
    without: 'await (async (): Promise<string | null> => null)()',
    test: [at('fleet-hub-worth-attacks'), 'grants nothing of what a hub may have'],
  },
  'beside a silent till a hub is lent nothing': {
    file: LENDING,
    rule: '(await silentAt(db, companyId, till.place)) === null',
    without: 'true',
    test: [LENT, 'a hub on'],
  },
  'what a till spent by a hub’s word is nobody’s again once it was put back': {
    file: WORTHS,
    rule: "that is nobody's again.\n    .where('is_by_hub', '=', 0)\n",
    without: 'that is nobody’s again.\n',
    test: [LENT, 'a hub on'],
  },
  'of a receipt no more comes back than stands on its paper': {
    file: WORTHS,
    rule: 'Math.min(parts[PESOS] ?? 0, readSoldWorthId(id)?.totalClp ?? 0)',
    without: 'parts[PESOS] ?? 0',
    test: [at('fleet-hub-return-attacks'), 'tells more of a receipt than it came to'],
  },
  'a hub is lent no receipt that its documents do not say': {
    file: LENDING,
    rule: '(left[PESOS] ?? 0) > (await leftOfSold(name))',
    without: '(left[PESOS] ?? 0) < (await leftOfSold(name))',
    test: [at('fleet-hub-return-attacks'), 'tells of a receipt that nobody sold'],
  },
  'a word that comes late gives back nothing that was lent again': {
    ...{ file: LENDING, rule: "    .where('lent_version', '=', lentAs)\n", without: '' },
    test: [LENT, 'is lent, gives back once'],
  },
  'a move that is counted is told as such': {
    ...{ file: MOVES, rule: '  if (seq === 0) return\n', without: '  if (seq >= 0) return\n' },
    test: [at('fleet-hub-attacks'), 'a move told to the hub, and to the service since'],
  },
  'a move by a hub’s word ends with the service’s': {
    file: 'electron/till/fleet/shop-stock.ts',
    rule: 'w.seq > coalesce((SELECT c.seq',
    without: 'w.seq > 0 * coalesce((SELECT c.seq',
    test: [at('fleet-hub-attacks'), 'a move told to the hub, and to the service since'],
  },
  'a claim is of no more than is left': {
    file: RULE,
    rule: 'amount <= (left[part] ?? 0))',
    without: 'amount <= Infinity + (left[part] ?? 0))',
    test: ['shared/fleet/worth.test.ts', 'is granted in parts, to the peso'],
  },
  'what has come about ends only where it is undone': {
    file: RULE,
    rule: "before.state === 'used' && !isUndone",
    without: "before.state === 'used' && !before",
    test: ['shared/fleet/worth.test.ts', 'ends only where it is undone'],
  },
  'a hub asks itself for nothing': {
    file: 'electron/till/fleet/hub/lending-step.ts',
    rule: 'return term === null || isOwn() ? null',
    without: 'return term === null ? null',
    test: [at('fleet-hub-worths'), 'the hub itself spends nothing'],
  },
  'a hub keeps what it granted of a vale': {
    file: 'electron/till/fleet/hub/hub-worths.ts',
    rule: '  if (stored !== null) put(stored)\n',
    without: '',
    test: [at('fleet-hub-worths'), 'has what it granted of a vale, and refuses it'],
    isOfEachChange: true,
  },
  'a receipt is told to no hub first': {
    file: 'electron/till/fleet/hub/hub-worths.ts',
    rule: "if (worth.kind !== 'sale') keepOne(till, worth)",
    without: 'keepOne(till, worth)',
    test: [at('fleet-hub-returns'), 'that a till makes up for the hub is not given back'],
  },
  'a return that lies open ends': {
    file: 'electron/till/fleet/shop-worths.ts',
    rule: 'if (isOld || (!isOpen && (!isFresh || isElse)))',
    without: 'if (!isOpen && isElse)',
    test: [at('fleet-returns'), 'what is left open comes free by itself'],
  },
  'what is given back stays taken, to the peso': {
    file: BACK,
    rule: '({ [PESOS]: amountClp,',
    without: '({ [PESOS]: 0 * amountClp,',
    test: [at('fleet-hub-returns'), 'comes back in parts at both, to the peso'],
  },
  'a deletion takes back the whole receipt': {
    file: BACK,
    rule: "if (receipt === null || receipt === 'later') return ok(NOTHING_TAKEN)\n",
    without: 'return ok(NOTHING_TAKEN)\n',
    test: [at('fleet-hub-returns'), 'deletes a receipt, and no till gives it back after'],
  },
  'a till tells a hub what it spent before it asks for more': {
    file: ASKING,
    rule: 'of worths.unsaidOfAtHub(term, wanted)) {',
    without: 'of worths.unsaidOfAtHub(-term, wanted)) {',
    test: [at('fleet-hub-return-attacks'), 'pressed twice it is paid once'],
  },
  'nothing is given back without a word for it': {
    file: BACK,
    rule: "if (held === null) return isAsked ? refuse(refusal('RETURN_OPEN_AGAIN')) : NOTHING",
    without: 'if (held === null) return isAsked ? NOTHING : NOTHING',
    test: [at('fleet-returns'), 'what is left open comes free by itself'],
  },
  'what was changed on top of what a till says again stands': {
    file: 'electron/till/fleet/heard.ts',
    rule: 'for (const { editId } of onTop)',
    without: 'for (const { editId } of onTop.slice(0, 0))',
    test: [at('fleet-people-cut'), 'sends away all the same'],
  },
  'a PIN gives way to one given at another till meanwhile': {
    file: 'electron/till/fleet/person-rows.ts',
    rule: 'return isKnown && revisionOf(said) > revisionOf(heard)',
    without: 'return (isKnown || pepper !== null) && revisionOf(said) >= revisionOf(heard)',
    test: [at('fleet-people-cut'), 'gives way to the one that was given'],
  },
}
