import { OPENING_SEARCH, type Opening } from '#shared/bridge/opening.ts'
import type { TillPort } from './till-port.ts'

/** The port whose first answers are the opening's; every later question goes to the core. */
export function openedPort(port: TillPort, opening: Promise<Opening | null>): TillPort {
  function first<Answer>(name: keyof Opening, ask: () => Promise<Answer>, answer: (opened: Opening) => Answer): () => Promise<Answer> {
    let isGiven = false
    return async () => {
      if (isGiven) return ask()
      isGiven = true
      const opened = await opening
      return opened === null || opened[name] === undefined ? ask() : answer(opened)
    }
  }
  const products = first('searchProducts', () => port.searchProducts(OPENING_SEARCH), (opened) => opened.searchProducts)
  return {
    ...port,
    bootstrap: first('bootstrap', () => port.bootstrap(), (opened) => opened.bootstrap),
    status: first('status', () => port.status(), (opened) => opened.status),
    settings: first('settings', () => port.settings(), (opened) => opened.settings),
    staff: first('staff', () => port.staff(), (opened) => opened.staff),
    parkedSales: first('parkedSales', () => port.parkedSales(), (opened) => opened.parkedSales),
    loadDraft: first('loadDraft', () => port.loadDraft(), (opened) => opened.loadDraft),
    searchProducts: (query) => JSON.stringify(sorted(query)) === FIRST_SEARCH ? products() : port.searchProducts(query),
  }
}

const sorted = (query: object) => Object.entries(query).sort(([a], [b]) => a.localeCompare(b))
const FIRST_SEARCH = JSON.stringify(sorted(OPENING_SEARCH))
