import { OPENING_SEARCH, type Opening } from '#shared/bridge/opening.ts'
import type { TillPort } from './till-port.ts'

/** The port whose first answers are the opening's; every later question goes to the core. */
export function openedPort(port: TillPort, opening: Promise<Opening | null>): TillPort {
  function first<Answer>(
    name: keyof Opening,
    ask: () => Promise<Answer>,
    answer: (opened: Opening) => Answer,
    from = opening,
  ): () => Promise<Answer> {
    let isGiven = false
    return async () => {
      if (isGiven) return ask()
      isGiven = true
      const opened = await from
      return opened === null || opened[name] === undefined ? ask() : answer(opened)
    }
  }
  // What a locked screen was told of them is not what whoever signs in later has to see.
  const served = opening.then((opened) =>
    opened?.staff.isOn === true && opened.staff.current === null ? null : opened,
  )
  const products = first(
    'searchProducts',
    () => port.searchProducts(OPENING_SEARCH),
    (opened) => opened.searchProducts,
  )
  // The port itself stands behind: what is not named here is asked of it.
  return Object.assign(Object.create(port) as TillPort, {
    watch: watchFrom(port, opening),
    bootstrap: first(
      'bootstrap',
      () => port.bootstrap(),
      (opened) => opened.bootstrap,
    ),
    status: first(
      'status',
      () => port.status(),
      (opened) => opened.status,
    ),
    settings: first(
      'settings',
      () => port.settings(),
      (opened) => opened.settings,
    ),
    staff: first(
      'staff',
      () => port.staff(),
      (opened) => opened.staff,
    ),
    parkedSales: first(
      'parkedSales',
      () => port.parkedSales(),
      (opened) => opened.parkedSales,
      served,
    ),
    loadDraft: first(
      'loadDraft',
      () => port.loadDraft(),
      (opened) => opened.loadDraft,
      served,
    ),
    searchProducts: (asked) => (isOpening(asked) ? products() : port.searchProducts(asked)),
  } satisfies Partial<TillPort>)
}

/** Follows what comes after the opening; without one everything there is may be news. */
function watchFrom(port: TillPort, opening: Promise<Opening | null>): TillPort['watch'] {
  return (listener) => {
    let stop = () => {}
    let hasLeft = false
    void opening.then((opened) => {
      if (!hasLeft) stop = port.watch(listener, opened?.heardSeq ?? 0)
    })
    return () => {
      hasLeft = true
      stop()
    }
  }
}

type Search = Parameters<TillPort['searchProducts']>[0]

function isOpening({ text, categoryId, favouritesOnly, limit }: Search): boolean {
  const first = OPENING_SEARCH
  return (
    text === first.text &&
    categoryId === first.categoryId &&
    favouritesOnly === first.favouritesOnly &&
    limit === first.limit
  )
}
