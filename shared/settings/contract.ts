/** Rows of the contract: settings, printers and the scale. */
import { scaleConfigSchema } from '../devices/config.ts'
import type { SerialPortView } from '../devices/serial-port.ts'
import type { ScaleView } from '../devices/settling.ts'
import type { SettingsHistory } from './history.ts'
import type { ServiceTest } from './service-answer.ts'
import { settingsBehindLock } from '../bridge/behind-the-lock.ts'
import * as commands from '../bridge/commands.ts'
import * as printers from '../printing/printers.ts'
import type { PrinterConfig } from '../printing/printers.ts'
import { command, done, gives, later, laterResult, query, result } from '../staff/row.ts'
import type { PrinterView, SettingsView } from '../bridge/views.ts'

export const SETTINGS = {
  settings: query(null, gives<SettingsView>(), { lockedPart: settingsBehindLock }),
  /** When each was changed last, by whom, and what each would be if it were put back. */
  settingsHistory: query(null, result<SettingsHistory>(), 'settings'),
  /** A few fields are anyone's, most are the owner's. */
  saveSettings: command(
    commands.saveSettingsInput,
    laterResult<SettingsView>(),
    'content',
    'settings-changed',
  ),
  /**
   * Calls the stored address with the stored key, and compares the company where it can be read.
   * Passed, the till sells.
   */
  testService: command(null, laterResult<ServiceTest>(), 'settings', 'service-tested'),
  /** Gives up a test that is under way. */
  cancelServiceTest: command(null, gives<null>(), { locked: null }),
}

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

export const SCALE = {
  /** What the scale on its wire says at this moment. Never waits for it. */
  scale: query(null, gives<ScaleView>(), { locked: { says: { kind: 'none' }, lastStable: null } }),
  serialPorts: query(null, later<readonly SerialPortView[]>(), { locked: [] }),
  /** Listens to a scale as typed, saved or not, for a few seconds. */
  tryScale: command(scaleConfigSchema, laterResult<ScaleView>(), 'settings'),
}
