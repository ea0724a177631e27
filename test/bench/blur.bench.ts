/** How much smear a printed stamp survives, against other ways to make dots, in the same run. */
import { benchStampBlur, blurTable } from './stamp-blur.ts'

process.stdout.write(`${blurTable(await benchStampBlur())}\n`)
