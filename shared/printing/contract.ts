/** Rows of the contract: printers. */
import { command, done, gives, later, laterResult, query, result } from '../staff/row.ts'
import * as printers from './printers.ts'
import type { PrinterConfig } from './printers.ts'
import type { PrinterView } from './views.ts'

export const PRINTERS = {
  discoverPrinters: query(printers.discoverPrintersInput, later<readonly PrinterView[]>(), {
    locked: [],
  }),
  printerModels: query(null, gives<readonly printers.PrinterModel[]>(), { locked: [] }),
  savePrinter: command(
    printers.savePrinterInput,
    result<PrinterConfig>(),
    'settings',
    'settings-changed',
  ),
  addPrinter: command(
    printers.addPrinterInput,
    result<PrinterConfig>(),
    'settings',
    'settings-changed',
  ),
  /** Takes a printer away that was added by its address. */
  removePrinter: command(printers.printerIdSchema, done, 'settings', 'settings-changed'),
  printTestPage: command(printers.printTestPageInput, laterResult<printers.TestPrint>(), 'served'),
  /** Sends the papers a printer has not begun to another one. */
  movePapers: command(printers.movePapersInput, result<{ readonly moved: number }>(), 'served'),
}
