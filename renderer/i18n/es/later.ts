import { audit } from './audit.ts'
import { card } from './card.ts'
import { customerList } from './customers.ts'
import { desk } from './desk.ts'
import { display } from './display.ts'
import { fleet } from './fleet.ts'
import { goodsWork } from './goods-work.ts'
import { mail } from './mail.ts'
import { people } from './people.ts'
import { reports } from './reports.ts'
import { promotions } from './promotions.ts'
import { rescue } from './rescue.ts'
import { roles } from './roles.ts'
import { scale } from './scale.ts'
import { scanner } from './scanner.ts'
import { settingsPlace } from './settings-place.ts'
import { updates } from './updates.ts'
import type { FirstWords } from './words.ts'

/** What nothing of the first picture says: fetched with the first part that comes later. */
export const later = {
  audit,
  ...card,
  customerList,
  scanner,
  desk: desk.desk,
  display,
  ...fleet,
  ...goodsWork,
  mail: mail.mail,
  mailSettings: mail.mailSettings,
  people: people.people,
  reports,
  promotions,
  rescue,
  roles: roles.roles,
  ownerCode: roles.ownerCode,
  scaleWire: scale.scaleWire,
  ...settingsPlace,
  ...updates,
}

export type LaterWords = typeof later
/** What every language has: a text that is missing in one does not compile. */
export type ScreenWords = FirstWords & LaterWords
