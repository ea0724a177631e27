/** Rows of the contract: receipts by e-mail, and the account they go out by. */
import { saleIdSchema } from '../text/input-schemas.ts'
import * as mail from './views.ts'
import { command, done, laterResult, ofReceipt, query, result } from '../staff/row.ts'

export const MAIL = {
  /** E-mails of a sale, and whether another can go. */
  saleMails: ofReceipt((saleId) => saleId, query(saleIdSchema, result<mail.SaleMails>(), 'served')),
  /** Puts a document into the line; what is not issued yet waits until it is. */
  mailReceipt: ofReceipt(
    ({ saleId }) => saleId,
    command(mail.mailReceiptInput, done, 'served', 'receipt-mailed'),
  ),
  /** What a person says of one that failed, or of which nobody knows. */
  answerMail: command(mail.mailWordInput, done, 'served', 'receipt-mailed', 'report-mailed'),
  /** Without its password. */
  mailAccount: query(null, result<mail.MailAccountView>(), 'settings'),
  saveMailAccount: command(
    mail.saveMailAccountInput,
    laterResult<mail.MailAccountView>(),
    'own:manageStaff',
    'settings-changed',
  ),
  /** Signs in and sends one e-mail to this address. */
  testMail: command(mail.testMailInput, laterResult<null>(), 'settings', 'mail-tested'),
}
