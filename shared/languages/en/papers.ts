import type { papersRefusals as spanish } from '../es/papers.ts'

/** Refusals of papers, printers and scales, in English. */
export const papersRefusals: Readonly<Record<keyof typeof spanish, string>> = {
  RECEIPT_WITHOUT_PAGE:
    'This receipt has no page for a phone: the service offered none when it was sold. Print it or save the PDF.',
  PHONE_NOT_VALID:
    'Check the phone: a Chilean mobile is 9 and eight more digits, with or without +56.',
  WHATSAPP_NOT_OPENED:
    "WhatsApp could not be opened on this machine. Scan the code with the shop's phone.",
  WHATSAPP_TOO_OFTEN:
    'WhatsApp was opened just now, or {most} times in an hour. Wait a moment, or use the code.',
  CUSTOMER_HAS_PHONE: 'This customer has a phone already. Change it in Customers if it is another.',
  RECEIPT_NOT_ISSUED: 'The receipt has no folio yet. It prints by itself once it has one.',
  PRINTER_UNKNOWN: 'That printer is not set up on this till.',
  PRINTER_EXISTS: 'That address already belongs to "{name}".',
  PRINTER_HAS_PAPERS:
    'That printer still has papers to print. Move them to another one before taking it away.',
  PRINTER_MODEL_UNKNOWN:
    'Choose a model from the list; if it is not there, a generic one of its width.',
  PRINTER_ADDRESS_NOT_VALID:
    'Check the address: an IP or name (192.168.1.50), the name of the queue, or a port such as /dev/usb/lp0 or COM3.',
  LOGO_NOT_VALID: 'The logo must be a PNG or JPEG picture of at most 500 KB.',
  PRINTER_KEEPS_PAPERS:
    'The printer {name} keeps a copy of what it prints. Write the code down by hand, or choose a printer by USB, network or serial port.',
  PRINTER_NOT_CHOSEN:
    'No printer yet. Choose one in Settings, Printer: sales go on, and the papers wait until then.',
  PRINTER_NOT_FOUND: 'Printer disconnected. Check the cable and that it is on.',
  PRINTER_BUSY: 'Another program is using the printer. Close it.',
  PRINTER_NO_PERMISSION:
    'No permission to use the printer. Ask the administrator to install the USB rule.',
  PRINTER_NOT_TAKING_DATA:
    'The printer does not answer. Check paper and cover; it goes on by itself.',
  PAPER_OUT: 'Out of paper. Change the roll; it goes on by itself.',
  COVER_OPEN: 'Cover open. Close it; it goes on by itself.',
  PDF_BROKEN: 'The service delivered a damaged PDF. It will be asked for again.',
  PDF_DAMAGED: 'The stored PDF was damaged. It was asked for again.',
  PDF_MISSING:
    'The service has not delivered a PDF that can be printed yet. It is asked for again, ever more patiently; "Try again now" asks at once.',
  PDF_OTHER_WIDTH:
    'The service is making the receipt in the width of this printer; it comes by itself.',
  PDF_TOO_LARGE:
    'The service delivers a PDF of more than 16 MB, which is no receipt. Tell the provider.',
  PDF_TOO_HEAVY: 'Drawing this PDF takes too long and was stopped. Tell the provider.',
  STAMP_UNREADABLE:
    'The stamp of this PDF cannot be read, even fetched again. Without a readable stamp it is no valid receipt.',
  PDF_ENCRYPTED: 'The PDF is protected and cannot be printed.',
  PDF_TOO_LONG: 'The PDF is too long to print.',
  RASTER_CRASHED: 'The print could not be prepared. Print again from Receipts.',
  PAPER_LATE: 'This paper waited long for the printer. Say whether it is still to be printed.',
  PAPER_SETTLED: 'That paper has been settled. Look at its state in the list.',
  PRINT_UNKNOWN:
    'The connection broke while printing. Look at the paper: if it is not complete, print again.',
}
