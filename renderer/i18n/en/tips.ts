import type { tips as spanish } from '../es/tips.ts'

/** Tips, in English. */
export const tips: typeof spanish = {
  actions: { nextTip: 'Suggested tip, next one', tipAmount: 'Tip: another amount' },
  tips: {
    title: 'Tip',
    none: 'No tip',
    percent: '{{percent}} % · {{amount}}',
    other: 'Other amount',
    otherIs: 'Other: {{amount}}',
    dialog: 'Tip',
    lead: 'The customer decides. It is added to what they pay and is not on the receipt. Empty: no tip.',
    amount: 'Amount of the tip',
    apply: 'Set the tip',
  },
  tipSettings: {
    title: 'Tips',
    lead: 'Suggested when paying, and the customer decides: never asked for as due (Labour Code, art. 64). Not on the receipt and not in sales; the shift report says how much is whose.',
    isOn: 'Take tips when paying',
    percents: 'Suggested percentages',
    percentsHint: 'One to three, separated by commas. Usual in Chile: 10.',
  },
  tipReport: {
    title: 'Tips',
    note: 'They belong to whoever serves: in no sales and no documents.',
    whose: 'Cashier',
    method: 'Payment method',
    all: 'All tips',
  },
}
