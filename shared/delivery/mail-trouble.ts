/** Why an e-mail did not go out: a code each, whose sentence says what to do. */

/** Nothing goes out until it is mended: the line waits as a whole, and none is used up by it. */
const TROUBLES_OF_SERVER = [
  'MAIL_NOT_SET',
  'MAIL_PASSWORD_MISSING',
  'MAIL_HOST_UNKNOWN',
  'MAIL_SERVER_REFUSED',
  'MAIL_SERVER_SILENT',
  'MAIL_SERVER_BROKE',
  'MAIL_CERTIFICATE',
  'MAIL_NO_TLS',
  'MAIL_PASSWORD_WRONG',
  'MAIL_SENDER_REFUSED',
  'MAIL_SERVER_BUSY',
] as const
export type TroubleOfServer = (typeof TROUBLES_OF_SERVER)[number]

/** Of this one e-mail. */
const TROUBLES_OF_MAIL = [
  'MAIL_ADDRESS_REFUSED',
  'MAIL_PUT_OFF',
  'MAIL_CONTENT_REFUSED',
  'MAIL_TOO_LARGE',
  'MAIL_UNKNOWN',
  'MAIL_LATE',
  'MAIL_RESTORED',
  'MAIL_PRACTICE',
  'MAIL_NOT_WANTED',
  'MAIL_ERASED',
  'RECEIPT_DELETED',
] as const
type TroubleOfMail = (typeof TROUBLES_OF_MAIL)[number]
export type MailTrouble = TroubleOfServer | TroubleOfMail

/**
 * What a person has to mend: knocking again and again would only shut the account. Milliseconds the
 * line rests at least.
 */
const OF_A_PERSON: readonly TroubleOfServer[] = [
  'MAIL_PASSWORD_WRONG',
  'MAIL_SENDER_REFUSED',
  'MAIL_CERTIFICATE',
  'MAIL_NO_TLS',
]
const PERSON_REST_MS = 1_800_000

export function restOfTroubleMs(trouble: TroubleOfServer): number {
  return OF_A_PERSON.includes(trouble) ? PERSON_REST_MS : 0
}

export function isOfServer(trouble: MailTrouble): trouble is TroubleOfServer {
  return (TROUBLES_OF_SERVER as readonly string[]).includes(trouble)
}
