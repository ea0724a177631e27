/** Receipts by e-mail, in English. */
import type { mail as spanish } from '../es/mail.ts'

export const mail: typeof spanish = {
  mail: {
    send: 'Send by e-mail',
    title: 'Send by e-mail',
    lead: 'The document goes as a PDF. Without a folio yet, it goes as soon as it has one.',
    address: "Customer's e-mail",
    submit: 'Send',
    erased: 'address erased',
    states: {
      waiting: 'E-mail to {{address}}: waits for the document.',
      queued: 'E-mail to {{address}}: in the queue.',
      sending: 'E-mail to {{address}}: going out.',
      sent: 'E-mail to {{address}}: sent.',
      unknown: 'E-mail to {{address}}: nobody knows whether it arrived.',
      failed: 'E-mail to {{address}}: did not go out.',
      dropped: 'E-mail to {{address}}: is not sent.',
    },
    marks: { sent: 'e-mail sent', waiting: 'e-mail waiting', failed: 'e-mail to be looked into' },
    words: { again: 'Send again', drop: 'Leave it' },
  },
  mailSettings: {
    title: 'E-mail',
    lead: 'To send receipts to whoever asks. Your mail provider tells you what goes here; the till only sends, it never reads.',
    security: 'Security',
    securities: {
      tls: 'TLS (465)',
      starttls: 'STARTTLS (587)',
      plain: 'Plain (this computer only)',
    },
    host: 'Server',
    port: 'Port',
    user: 'User',
    password: 'Password of the e-mail',
    hasPassword: 'Stored; type another to change it',
    noPassword: 'No password',
    passwordHint:
      "Kept as the service's key is, and not shown. With another server, port or user it has to be typed again.",
    senderName: "Sender's name",
    senderAddress: "Sender's address",
    replyTo: 'Reply to',
    replyToHint: "Empty: answers go to the sender's address.",
    testTo: 'Send the test to',
    test: 'Try it',
    testing: 'Trying…',
    passed: 'The server took the test for {{address}}. See that it arrives.',
    line: 'Waiting: {{waiting}}. Did not go out or unknown: {{failed}}.',
    forget: 'Send no more e-mails',
    forgetSure: 'Yes, delete account and password',
  },
}
