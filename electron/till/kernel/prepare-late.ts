/**
 * Statements are compiled when they are first used. A till has about a thousand of them, and most
 * of a start was compiling those that nobody used that day.
 */
import type Database from 'better-sqlite3'

type Statement = Database.Statement<unknown[], unknown>
type Mode = 'pluck' | 'raw'

const WAITING = new WeakMap<Database.Database, Set<() => Statement>>()

/** From here on. What does not compile is thrown where it is used. */
export function prepareLate(db: Database.Database): void {
  const compile = db.prepare.bind(db) as (sql: string) => Statement
  const waiting = new Set<() => Statement>()
  WAITING.set(db, waiting)
  db.prepare = ((sql: string) => late(() => compile(sql), waiting)) as typeof db.prepare
}

/** Compiles what waits: whoever wrote a statement wrongly hears of it. Throws. */
export function prepareWaiting(db: Database.Database): number {
  const waiting = [...(WAITING.get(db) ?? [])]
  for (const compile of waiting) compile()
  return waiting.length
}

function late(compile: () => Statement, waiting: Set<() => Statement>) {
  const modes: Mode[] = []
  let made: Statement | null = null
  const make = (): Statement => {
    if (made !== null) return made
    made = modes.reduce((statement, mode) => statement[mode](), compile())
    waiting.delete(make)
    return made
  }
  waiting.add(make)
  const statement = {
    run: (...values: unknown[]) => (made ?? make()).run(...values),
    get: (...values: unknown[]) => (made ?? make()).get(...values),
    all: (...values: unknown[]) => (made ?? make()).all(...values),
    iterate: (...values: unknown[]) => (made ?? make()).iterate(...values),
    columns: () => make().columns(),
    pluck: () => inMode('pluck'),
    raw: () => inMode('raw'),
    get source() {
      return make().source
    },
    get reader() {
      return make().reader
    },
    get readonly() {
      return make().readonly
    },
  }
  const inMode = (mode: Mode) => {
    if (made === null) modes.push(mode)
    else made[mode]()
    return statement
  }
  return statement
}
