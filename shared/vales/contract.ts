/** Rows of the contract: vales. */
import { command, done, laterResult, query, result } from '../staff/row.ts'
import * as vales from './views.ts'

export const VALES = {
  /** What a vale is worth now, by the code on its paper; a wrong one is a try, and may be noted. */
  findVale: command(vales.findValeInput, result<vales.ValeView>(), 'served', 'notes-looked-up'),
  /** A window of the list, the latest first; of each code only its end, so it asks no PIN. */
  vales: query(vales.valesInput, result<vales.ValePage>(), 'own:refund'),
  /** What is left on it is nobody's any more. */
  voidVale: command(vales.voidValeInput, done, 'lent:beyondLimits', 'vale-voided'),
  /** The owner takes it though the data were put back since it was given. */
  acceptVale: command(vales.acceptValeInput, done, 'lent:beyondLimits', 'vale-accepted'),
  /**
   * Prints it: the first time for whoever has just given it and still serves; for anybody else, and
   * again, marked COPIA, who may go beyond the limits: its paper is the one place that says the
   * whole code.
   */
  printVale: command(vales.printValeInput, laterResult<null>(), 'content', 'vale-printed'),
}
