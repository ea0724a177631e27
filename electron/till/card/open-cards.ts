/** The card terminal's wire, which nothing else of the till speaks over. */
import type { ShopView } from '#shared/core/shop.ts'
import type { Ids } from '#shared/text/ids.ts'
import { isSamePort } from '#shared/devices/config.ts'
import type { TillDatabase } from '../kernel/database.ts'
import type { Journal } from '../kernel/journal.ts'
import type { Clock, Log, Randomness, SecretStore, WirePort } from '../kernel/ports.ts'
import type { Today } from '../kernel/today.ts'
import { printerAt, type PrinterList } from '../printing/printer-list.ts'
import type { Settings } from '../settings/settings.ts'
import { openCardAccount, type AccountHttp } from './card-account.ts'
import { createCardDesk } from './card-desk.ts'
import { createCardRefunds } from './card-refunds.ts'
import { createCardTotals } from './card-totals.ts'
import { openTerminal, type TerminalParts } from './open-terminal.ts'

interface CardOptions {
  readonly clock: Clock
  readonly log: Log
  readonly demoShop: ShopView
  readonly cardSecret?: SecretStore
  readonly accountHttp?: AccountHttp
  readonly wires?: WirePort
}

interface CardStore {
  readonly db: TillDatabase
  readonly journal: Journal
  readonly clock: Clock
  readonly randomness: Randomness
  readonly ids: Ids
  readonly today: Today
  readonly settings: Settings
  readonly printers: PrinterList
  readonly durability: { isHalted(): boolean }
}

export async function openCards(options: CardOptions, store: CardStore) {
  const { db, clock, journal, settings, printers, durability } = store
  const { log } = options
  const cardAccount = await openCardAccount({
    secrets: options.cardSecret,
    httpOf: options.accountHttp,
    rutOf: () => (settings.read().shop ?? options.demoShop).rut,
    log,
  })
  const terminals: TerminalParts = {
    ...options,
    point: cardAccount.http,
    wires: options.wires,
    isTaken(path) {
      const scale = settings.read().scale?.path
      return (scale !== undefined && isSamePort(scale, path)) || printerAt(path, printers) !== null
    },
  }
  const cards = createCardDesk({
    ...store,
    log,
    config: () => settings.read().cardTerminal,
    accountOf: cardAccount.owner,
    open: (config, ears, isInDoubt) => openTerminal(terminals, config, ears, isInDoubt),
    isHalted: durability.isHalted,
  })
  const cardTotals = createCardTotals({
    ...{ db, clock, desk: cards, isHalted: durability.isHalted },
    onClosed() {
      journal.append('shift', null, {})
      journal.publish()
    },
  })
  const cardRefunds = createCardRefunds({
    ...{ ...store, desk: cards, accountOf: cardAccount.owner, log },
    isOver: () => durability.isHalted() || cards.isOver(),
  })
  return { cards, cardTotals, cardRefunds, cardAccount, terminals }
}
