/** PDF to bytes for the printer, against pdftoppm -mono and mutool in the same run; `--memory` adds 1,000 receipts. */
import { benchPrint, printTable } from './print.ts'

process.stdout.write(`${printTable(await benchPrint({ memory: process.argv.includes('--memory') }))}\n`)
