/** Refusals of lists of products, in English. */
import type { goodsRefusals as spanish } from '../es/goods.ts'

export const goodsRefusals: Readonly<Record<keyof typeof spanish, string>> = {
  BULK_TOO_MANY: 'Up to {most} products are changed at once. Choose a category or search by name.',
  BULK_NOT_AS_SHOWN: 'The catalogue changed meanwhile. Look again at what would change.',
  LABELS_EACH: 'Type a number from 1 to {most}.',
  LABELS_NONE: 'The list has no products. Change the search or the filter.',
  LABELS_TOO_MANY: 'Up to {most} labels come out at once. Choose fewer products or fewer of each.',
  UNIT_TOO_LONG: 'A unit has up to {most} letters: kg, g, m, lt. Leave it empty for whole pieces.',
  IMPORT_CODE_CUT:
    'The spreadsheet cut the barcode short ({code}) and its digits are gone. Format that column as a number without decimals, type it again and save.',
  IMPORT_ZEROS_LOST:
    'The code {code} seems to lack the zeros at its beginning: it would be {whole}. Mark "Put zeros back" if so.',
  IMPORT_ZEROS_BACK:
    'The code {code} is read as {whole}, with the zeros the spreadsheet took away.',
  IMPORT_AMOUNT: '"{text}" is no amount. Write it in pesos: 1990 or 1.990.',
  IMPORT_QUANTITY: '"{text}" is no quantity: write 12 or 1,25; an empty one changes nothing.',
  IMPORT_PLACE:
    '"{text}" is no place: write 1 to {most}; an empty one changes nothing, "-" takes it away.',
  IMPORT_PLACE_TWICE: 'Place {place} is in row {row} already.',
  IMPORT_PLACE_TAKEN: 'Takes place {place} from "{name}".',
  IMPORT_STOCK: 'Stock: from {from} to {to}.',
  IMPORT_ROUNDED: '"{text}" is rounded to ${clp}: prices are in whole pesos.',
  IMPORT_CELL:
    'The spreadsheet says “{text}” in this cell: an error, a formula without a result, or a date nobody typed. Make it a text or a number there and bring the file again.',
  IMPORT_YES_OR_NO: 'Write yes or no, or leave the cell empty.',
  IMPORT_TAX: '"{text}" does not say taxed or exempt. Write Afecto or Exento.',
  IMPORT_TAX_BLANK:
    'This cell is empty and none of its column says exempt. Write Afecto or Exento.',
  IMPORT_TAX_TWICE: '"{text}" contradicts another column: one says taxed, the other exempt.',
  IMPORT_TAX_UNDECIDED:
    'The column "{name}" seems to say what is taxed and what is exempt, and is not read. Without it, new exempt products would be sold with VAT.',
  IMPORT_NET_PRICES:
    'The column "{name}" says that some prices are without VAT, and here each price is what the customer pays. Add the VAT in the spreadsheet and choose the file again.',
  IMPORT_CODE_TWICE: 'The code {code} is in row {row} already. Keep one of them.',
  IMPORT_EMPTY: 'There are no products in the file. Check that the list is on its first sheet.',
  IMPORT_FILE_TOO_LARGE: 'The file is larger than {most} MB. Split it.',
  IMPORT_TOO_MANY_ROWS: 'The list has more than {most} rows. Split it.',
  IMPORT_TOO_WIDE: 'The list has more than {most} columns with data. Keep those of products.',
  IMPORT_NOT_A_TABLE:
    'It could not be read as a list. Save it as XLSX or CSV in the spreadsheet and choose that file.',
  IMPORT_UNZIPPED_TOO_LARGE:
    'Inside, the file is larger than {most} MB. Copy the list alone into a new spreadsheet.',
  IMPORT_GONE: 'The list is no longer open. Choose the file again.',
  IMPORT_BUSY: 'A list is being imported already. Wait until it ends, or stop it.',
  IMPORT_NO_COLUMN:
    'the list has no such column, so its new products do not come in ({count}). Choose it, or add it to the file.',
  IMPORT_CODES_MADE:
    'Products without a code: {count}. Each is given one of its own ({codes}) and known again by its name. If the list has codes, choose their column.',
  IMPORT_NAME_TWICE:
    'Without a code nobody knows which it is: several in the catalogue have this name ({codes}). Type the code.',
  IMPORT_COLUMNS: 'Say which column is the name or the code, and which the price.',
  IMPORT_NOT_READY: 'The list is still being read. Wait a moment.',
  IMPORT_FAILED:
    'The import was interrupted. What was saved stays; choose the same file to go on with the rest.',
  REPORT_FAILED: 'The report could not be read. Try again; selling goes on as ever.',
}
