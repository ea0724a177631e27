import type { LaterWords } from '../es/later.ts'

/** The card terminal, in English. */
export const card: Pick<LaterWords, 'card'> = {
  card: {
    present: 'Tap or insert the card',
    cancelHint: 'To cancel: red key of the terminal.',
    steps: {
      sent: 'Waiting for the terminal…',
      card: 'The terminal waits for the card.',
      confirm: 'The customer confirms on the terminal.',
      installments: 'The customer chooses instalments.',
      pin: 'The customer enters the PIN.',
      bank: 'The terminal asks the bank.',
      notTaken: 'The charge waits for the terminal.',
    },
    notTaken:
      'The terminal has not taken the charge yet. See that it is on and has internet (wifi). If not, cancel it here.',
    cancelHere: 'Cancel this charge',
    sendsItself: 'The amount goes to the terminal by itself. Left empty: all that is due.',
    unknown: 'Checking whether the terminal charged',
    unknownLead: 'Do not charge again.',
    asking: 'The till has been asking the terminal for {{seconds}} s.',
    lookAtPaper: 'The terminal cannot say any more: look at the voucher.',
    cable: 'See that the terminal is on and connected.',
    question: 'Does the terminal’s voucher say APROBADO, for {{amount}}, ticket {{ticket}}?',
    yes: 'Yes, it says APROBADO',
    yesMeans: 'You enter its authorization code, and the sale is paid.',
    no: 'No, it is not approved',
    noMeans: 'Nothing was charged: the sale stays open and can be charged again.',
    wait: 'I do not know, keep asking',
    waitMeans: 'The till keeps asking. You may park this sale and serve the next customer in cash.',
    waitFirst:
      'The till keeps asking. If it does not know in {{left}} s, you answer by the voucher.',
    authorizationTitle: 'The voucher says approved',
    authorizationLead: 'Copy it from the voucher the terminal printed.',
    authorization: 'Authorization code',
    authorized: 'It is paid',
    openHere: 'Nobody knows whether the terminal charged {{amount}}. Do not charge again.',
    openElsewhere: 'Nobody knows whether the terminal charged {{amount}} of another sale.',
    answer: 'See and answer',
    declined: 'Card not approved. Nothing was charged.',
    reasons: {
      refused: 'The bank refused it.',
      host: 'The bank did not answer.',
      connection: 'The terminal has no connection.',
      cancelled: 'It was cancelled on the terminal or from the till.',
      minimum: 'The amount is below the terminal’s minimum.',
      closeFirst: 'The terminal wants its close first.',
      timeout: 'Nobody used the card in time.',
      paper: 'The terminal has no paper.',
      unsent: 'The terminal is not connected, or is busy: the amount has not left the till.',
      notCharged: 'The terminal confirms that nothing was charged.',
      byHand: 'So says whoever looked at the voucher.',
    },
    byHand: 'Charge by hand on the terminal',
    byHandLead: 'Type the amount on the terminal. Once it approves, copy the voucher’s code.',
    withoutSale: 'Card payment approved without a sale: {{amount}} ({{reference}}).',
    givenBack: 'Already given back on the terminal',
    denied:
      'The terminal says {{amount}} (ticket {{ticket}}) was not charged, and {{by}} said it was: the sale is handed over. Charge the customer again, or take the difference.',
    refundAsked:
      'Giving {{amount}} back to the card (charge {{ticket}}): Mercado Pago has not confirmed it yet. Do not repeat it.',
    refundRefused:
      'Mercado Pago has not given {{amount}} back to the card (charge {{ticket}}). Give it back yourself, and say how:',
    refundUnknown:
      'Nobody knows whether {{amount}} went back to the card (charge {{ticket}}). Look at that charge in the Mercado Pago account: if it is not there, give it back there. Say how it ended:',
    refundTwice:
      'The customer has got {{amount}} twice (charge {{ticket}}): {{by}} gave it back another way, and Mercado Pago gave it back to the card as well.',
    refundWays: { account: 'In the account', cash: 'In cash', other: 'Another way' },
    checked: 'It has been seen to',
    saidOtherwise: '{{by}} had said it was not charged: the terminal says it was.',
    settings: {
      title: 'Card terminal',
      lead: 'Connected, it gets the amount from the till and says when it is approved: nobody types it twice.',
      which: 'Terminal',
      none: 'None: the amount is typed on the terminal',
      practice: 'To practise, without money',
      practiceHint:
        'Approves everything. Amounts ending in 1: refused; in 2: no answer, then found approved; in 3: the voucher has to be looked at.',
      transbank: 'Transbank POS Integrado on {{port}}',
      usbHint: 'The till knows it by its USB in any socket, and opens no other.',
      pathHint: 'This port does not say what is plugged in: leave the cable where it is.',
      method: 'Payment method that goes to the terminal',
      closes: {
        label: 'Close of the terminal',
        never: 'By hand, whenever somebody does it',
        'by-hand': 'By hand, always when the shift is closed',
        'with-shift': 'Sent by the till, after the shift',
      },
      closesHint: {
        never:
          'The till does not know when: each Z compares since the last close it sent itself, or since the first charge.',
        'by-hand':
          'Close it on the terminal after each Z. The next one compares since then, and says that nobody has proven that close.',
        'with-shift':
          'It erases the terminal’s memory. It goes only where both agree, nothing was noted by hand or given back by card, and the terminal, asked again, says the same. Else it stays open, and the history of the shift says so.',
      },
      try: 'Test the terminal',
      trying: 'Testing…',
      answers: {
        ready: 'The terminal answers.',
        away: 'The port opens, but nobody answers. Put the terminal into integrated mode.',
        absent: 'It is not connected. See to its cable, and that it is on.',
        ambiguous: 'Two devices alike are plugged in. Leave only the terminal.',
        busy: 'Another program, the printer or the scale uses that port.',
        'no-permission': 'This till has no permission to open that port.',
        offline: 'Mercado Pago does not answer. See to the internet and try again.',
        restart: 'The terminal is set to point of sale: switch it off and on, and try again.',
      },
      pointHint:
        'A Point terminal is reached over the internet, without a cable. Make an application at mercadopago.cl/developers, copy its production Access Token and paste it here: it is kept on this computer and never shown again.',
      pointTry:
        'Trying charges nothing. A terminal that charged on its own is changed to point-of-sale mode: from then on it gets its amounts from the till.',
      token: 'Access Token of Mercado Pago',
      tokenKept: 'APP_USR-…',
      link: 'See its terminals',
      forget: 'Forget the Access Token',
      linking: 'Asking Mercado Pago…',
      noPoint: 'That account has no terminals. Link the Point to a store and a register first.',
      pointWhich: 'Which one is at this till (its number is on the label at its back)',
      pointAnswers: {
        absent: 'That terminal is no longer in the account. See its terminals again and choose.',
        away: 'The terminal does not take the mode of a point of sale. Link it to a register first.',
        'no-permission':
          'This computer has no Access Token of this company, or Mercado Pago takes it no more. Paste it again.',
      },
    },
  },
}
