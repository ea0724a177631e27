/**
 * PDF to bytes for the printer, against pdftoppm -mono and mutool in the same run; `--memory`
 * measures the resident memory over 3,000 receipts instead.
 */
import { benchMemory, benchPrint, memoryTable, printTable } from './print.ts'

const text = process.argv.includes('--memory')
  ? memoryTable(await benchMemory()).join('\n')
  : printTable(await benchPrint())
process.stdout.write(`${text}\n`)
