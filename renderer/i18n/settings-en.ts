/** The settings, in English. */
export const settingsEn = {
  settings: {
    title: 'Settings', index: 'Parts of the settings', failed: 'The settings could not be read', printer: 'Printer', lookAgain: 'Look again',
    looking: 'Looking for printers…', noPrinters: 'No printer found. Check the cable and that it is on.',
    printsReceiptAfterSlip: 'Print the receipt when it arrives, even if a provisional slip was handed over',
    printerMeta: '{{kind}}, {{widthMm}} mm paper', transport: { virtual: 'On screen', usb: 'USB', tcp: 'Network', spooler: 'System printer', file: 'Port', serial: 'Serial (RS-232)', none: 'None' },
    ready: 'Ready', troubled: 'Trouble', absent: 'Disconnected',
    service: 'Receipt service', serviceUrl: 'Address of the service',
    serviceUrlHint: 'Your provider gives it.', apiKey: 'Key of the service',
    apiKeyHint: 'It is kept in the till and never shown again.', noKey: 'No key stored', keyTail: 'Stored, ends in {{tail}}',
    ifAsked: 'Only if your provider says so', companyId: 'Company id', companyIdHint: 'Left empty, the till finds it by your RUT.',
    pathCodes: 'Document codes in addresses', pathCodesHint: 'Left empty, the tax authority\'s numbers are used: 39, 41, 61 and 56.',
    cashier: 'Name at the till', cashierHint: 'It shows on the receipt.', language: 'Language',
    theme: 'Appearance', themeSystem: 'Automatic', themeLight: 'Light', themeDark: 'Dark',
    shop: 'Shop', commune: 'Commune', tradeName: 'Name', legalName: 'Legal name', rut: 'RUT', address: 'Address', register: 'Register', version: 'Version',
    groups: { counter: 'This till', shop: 'The business' }, appearance: 'Screen', appearanceLead: 'Seen at once, and kept at this till.',
    more: 'More settings with the owner’s PIN', moreHint: 'Shop, service, ways to pay, staff and shifts. You go on serving.',
    lent: '{{name}} opened the settings with a PIN. They close when you leave.',
    unsaved: {
      tag: 'Changes not saved', discard: 'Discard', title: 'Save the changes?', lead: 'What is typed in “{{section}}” does not count yet.',
    },
  },
  setUp: {
    missing: {
      shop: 'This till does not sell yet: the details of your shop are missing.', address: 'This till does not sell yet: the address of the receipt service is missing.',
      key: 'This till does not sell yet: the key of the receipt service is missing.', test: 'This till does not sell yet: the connection to the receipt service has not been tested.',
    },
    go: 'Fill in', steps: 'To sell', shop: 'Details of the shop', address: 'Address of the service', key: 'Key of the service', test: 'Connection tested',
    done: 'Done', open: 'Missing', tryIt: 'Test the connection', trying: 'Testing…', stop: 'Stop', ready: 'The till can sell.',
    ours: 'Connection tested: the service knows the key and your shop’s RUT.', unlisted: 'Connection tested: the service knows the key. It does not say whose it is; check the RUT of the first receipt.',
    practice: 'Till for practice', practiceLead: 'What is sold here is not real and never will be. Your shop’s till is opened apart, with data of its own (npm start -- --shop --data FOLDER).',
    fromStart: 'It was given when the till was opened (--api) and is not changed here.', registerNumber: 'Register number', branchOffice: 'Branch code',
    branchHint: 'The one the tax authority gave the branch. 0 is the head office.', paperHint: 'On the slips of this till and, at a branch, on the receipt too, as “Sucursal”. The head office’s is put there by the receipt service.',
  },
}
