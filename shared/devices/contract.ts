/** Rows of the contract: what this machine shows beside the till, and how its program starts. */
import { z } from 'zod'
import type { Language } from '../languages/languages.ts'
import { command, gives, later, laterResult, query, result } from '../staff/row.ts'
import { plainText, typedText } from '../text/typed-text.ts'
import { scaleConfigSchema } from './config.ts'
import type { CustomerView } from './customer-view.ts'
import { CUSTOMER_PICTURE_TEXT_MAX } from './desk.ts'
import type { SerialPortView } from './serial-port.ts'
import type { ScaleView } from './settling.ts'

export interface CustomerScreen {
  /** To ask for the next one. */
  readonly version: string
  readonly language: Language
  readonly shopName: string
  /** Another picture has another name; null without one. */
  readonly pictureId: string | null
  readonly view: CustomerView
}

/** A screen of the machine, for whoever chooses one. */
export interface ScreenView {
  readonly id: string
  readonly name: string
  readonly width: number
  readonly height: number
  /** The till's own window is there. */
  readonly isCashiers: boolean
}

export interface DeskView {
  /** `window`: the installed program, which opens screens itself; `browser`: the kiosk. */
  readonly host: 'window' | 'browser'
  readonly screens: readonly ScreenView[]
}

export const DESK = {
  /**
   * What the customer sees, at once when it is another than the one asked with, else when it
   * changes, or after a while. No more than a customer may see, so nobody has to have signed in.
   */
  customerView: query(
    z.object({ seen: typedText().max(20).nullable() }),
    later<CustomerScreen>(),
    'anyone',
  ),
  /** The picture beside it, as a data: address. */
  customerPicture: query(null, gives<string | null>(), 'anyone'),
  /** A PNG or JPEG as base64; null takes it away. */
  saveCustomerPicture: command(
    z.object({ picture: plainText().max(CUSTOMER_PICTURE_TEXT_MAX).nullable() }),
    result<null>(),
    'settings',
    'settings-changed',
  ),
  /** What the program that shows the till can do here. */
  desk: query(null, later<DeskView>(), { locked: { host: 'browser', screens: [] } }),
}

export const SCALE = {
  /** What the scale on its wire says at this moment. Never waits for it. */
  scale: query(null, gives<ScaleView>(), { locked: { says: { kind: 'none' }, lastStable: null } }),
  serialPorts: query(null, later<readonly SerialPortView[]>(), { locked: [] }),
  /** Listens to a scale as typed, saved or not, for a few seconds. */
  tryScale: command(scaleConfigSchema, laterResult<ScaleView>(), 'settings'),
}
