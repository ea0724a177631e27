/** Refusals and troubles of receipts by e-mail, in English. */
export const mailRefusals = {
  MAIL_HOST_NOT_VALID:
    'Type the mail server as your provider names it, for instance smtp.gmail.com, without "http".',
  MAIL_PORT_NOT_VALID: 'The port is a number from 1 to 65535; 465 or 587 are usual.',
  MAIL_PLAIN_ELSEWHERE:
    'Without encryption only this very computer can be spoken to. Choose TLS or STARTTLS.',
  MAIL_USER_NOT_VALID: 'The user has characters that cannot be seen. Type it again.',
  MAIL_PASSWORD_NOT_VALID: 'The password has characters that cannot be seen. Type it again.',
  MAIL_NOT_SET: "The shop's e-mail is not set up yet: Settings, E-mail.",
  MAIL_PASSWORD_MISSING: 'The password of the e-mail is missing. Type it in Settings, E-mail.',
  MAIL_HOST_UNKNOWN:
    'The server {host} cannot be found. Check how it is written, and that there is internet.',
  MAIL_SERVER_REFUSED:
    'The server {host} refuses the connection. Check the port and the kind of security.',
  MAIL_SERVER_SILENT:
    'The server {host} did not answer in time. Check the port, and that there is internet.',
  MAIL_SERVER_BROKE:
    'The server {host} broke off or said something that makes no sense. Check the port and the kind of security.',
  MAIL_CERTIFICATE:
    "The certificate of {host} does not hold, so it was not told the password. Check the server's name, and this computer's date.",
  MAIL_NO_TLS:
    'The server {host} offers no encryption on that port, so it was not told the password. Try TLS and port 465.',
  MAIL_PASSWORD_WRONG:
    'The server does not take the user or the password. Many want an "app password" for programs like this one.',
  MAIL_SENDER_REFUSED: 'The server does not let that address send. Use the one of the same user.',
  MAIL_SERVER_BUSY: 'The server asks to wait. It is tried again by itself.',
  MAIL_ADDRESS_REFUSED:
    'The server refuses the address. Look at it again and send to the right one.',
  MAIL_PUT_OFF: 'The server put it off too often. Send it again, or use another address.',
  MAIL_CONTENT_REFUSED:
    'The server refuses the message. Ask your mail provider; the document is safe.',
  MAIL_TOO_LARGE: 'The document is too large for an e-mail. Save it or print it.',
  MAIL_UNKNOWN:
    'The connection broke at the very handing over: nobody knows whether it arrived. Ask before sending it again.',
  MAIL_LATE: 'It waited for more than seven days. Send it again if it is still wanted.',
  MAIL_RESTORED:
    'The till went back to a backup: it may have gone out before. Ask before sending it again.',
  MAIL_PRACTICE: 'This is the practice: nothing is sent to anybody.',
  MAIL_NOT_WANTED: 'Whoever got it no longer wants it by e-mail, so it did not go out.',
  MAIL_ERASED: "This person's data were erased, and the address with them.",
  MAIL_NO_DOCUMENT: 'This sale has no receipt: the card voucher is its proof.',
  MAIL_TOO_MANY: 'This receipt was sent {most} times already. Save it as a PDF if more is needed.',
  MAIL_TOO_OFTEN:
    '{most} e-mails were asked for within this hour. Print the receipt, or wait a while.',
  MAIL_LINE_FULL:
    '{most} e-mails are waiting. Look at Settings, E-mail: something keeps them here.',
  MAIL_TEST_BUSY: 'The test before is not over yet. Wait a few seconds.',
  MAIL_GONE: 'That e-mail no longer waits: it went out, or somebody left it. Look again.',
}
