import { shifts } from './shifts.ts'

/** People, their rights, approvals and the log, in English. */
export const staff = {
  staff: {
    title: 'Staff',
    lead: 'Everybody signs in with a PIN, and their name stands on the receipt.',
    sharedLead:
      'People and their PINs are the same at all tills of the shop: what is changed here holds at all of them, and is changed while the service is heard.',
    demoLead:
      'In the demo shop {{names}} serve. The first person you add is the owner and replaces them.',
    emptyLead:
      'Without staff, the till sells without asking who serves. The first person is the owner.',
    add: 'Add a person',
    edit: 'Edit {{name}}',
    remove: 'Remove {{name}}',
    newTitle: 'New person',
    name: 'Name',
    role: 'Role',
    pin: 'PIN',
    lenderPin: 'PIN of {{name}}, who lends the settings',
    pinHint: '4 to 8 digits.',
    pinKept: 'Empty keeps the present PIN.',
    who: 'Person',
    signIn: 'Sign in',
    lockedTitle: 'Who serves?',
    lockedLead: 'The open sale is still there.',
    lockedScan_one:
      '{{count}} code was scanned while the till was locked and was not added. Scan it again once signed in.',
    lockedScan_other:
      '{{count}} codes were scanned while the till was locked and were not added. Scan them again once signed in.',
    autoLock: 'Lock by itself when nobody uses it',
    autoLockNever: 'Never',
    autoLockAfter_one: 'After {{count}} minute',
    autoLockAfter_other: 'After {{count}} minutes',
    switchTitle: 'Change cashier',
    switchLead: 'The open sale stays on screen.',
    demoPins: 'Demo shop. PINs:',
    roles: { cashier: 'Cashier', supervisor: 'Supervisor', owner: 'Owner' },
  },
  limits: {
    ...shifts.limits,
    title: 'Rights',
    lead: 'What cashiers and supervisors do without asking for a PIN. The owner may do everything.',
    line: 'Discount on a line (%)',
    cart: 'Discount on a sale (%)',
    changePrice: 'Change prices',
    freeLine: 'Free amounts and new products',
    deletePending: 'Delete pending receipts',
    openDrawer: 'Open the drawer without a sale',
    discardParked: 'Discard parked sales',
    refund: 'Take back and exchange what was sold',
  },
  approval: {
    title: 'Needs permission',
    lead: '{{name}} goes on serving. Whoever allows it types their PIN.',
    allow: 'Allow',
    actions: { 'read-shift': 'see the X report: what was sold and what the drawer should hold' },
  },
}
