import type { CompiledQuery, Kysely } from 'kysely'
import type { Tables } from './tables.ts'

/** Runs a statement without waiting, where the engine can. */
interface DirectEngine {
  /** Rows of a statement that returns rows. */
  rows(sql: string, parameters: readonly unknown[]): unknown[]
  /** How many rows a statement changed that returns none. */
  changes(sql: string, parameters: readonly unknown[]): number
}

const directEngines = new WeakMap<Kysely<Tables>, DirectEngine>()

/**
 * Lets prepared queries reach the engine under `db` without the layers between, which take longer
 * than the query itself.
 */
export function setDirectEngine(db: Kysely<Tables>, engine: DirectEngine): void {
  directEngines.set(db, engine)
}

/** Stands for a value while the query is built. */
class Hole {
  readonly name: PropertyKey

  constructor(name: PropertyKey) {
    this.name = name
  }
}

type Build<Values extends object, Row> = (
  db: Kysely<Tables>,
  hole: <Name extends keyof Values>(name: Name) => Values[Name],
) => { compile(): CompiledQuery<Row> }

class Prepared<Values extends object, Row> {
  readonly #build: Build<Values, Row>
  /** For each engine, known by its adapter: their placeholders differ. */
  readonly #compiled = new WeakMap<object, CompiledQuery<Row>>()

  constructor(build: Build<Values, Row>) {
    this.#build = build
  }

  /** The query with these values, built the first time only. */
  protected filled(db: Kysely<Tables>, values: Values): CompiledQuery<Row> {
    const { adapter } = db.getExecutor()
    let compiled = this.#compiled.get(adapter)
    if (compiled === undefined) {
      compiled = this.#build(
        db,
        <Name extends keyof Values>(name: Name) => new Hole(name) as unknown as Values[Name],
      ).compile()
      this.#compiled.set(adapter, compiled)
    }
    const parameters = compiled.parameters.map((given) =>
      given instanceof Hole ? values[given.name as keyof Values] : given,
    )
    return { ...compiled, parameters }
  }
}

/**
 * A query built once and run many times with other values: building one takes Kysely longer than
 * SQLite needs to run it. For the few queries every issued document goes through.
 */
export class PreparedQuery<Values extends object, Row> extends Prepared<Values, Row> {
  /** For who runs it on a connection of his own. */
  with(db: Kysely<Tables>, values: Values): CompiledQuery<Row> {
    return this.filled(db, values)
  }

  async run(db: Kysely<Tables>, values: Values): Promise<Row[]> {
    const query = this.filled(db, values)
    const engine = directEngines.get(db)
    if (engine !== undefined) return engine.rows(query.sql, query.parameters) as Row[]
    return (await db.executeQuery<Row>(query)).rows
  }
}

/** The same for a statement that changes rows and returns none. */
export class PreparedChange<Values extends object> extends Prepared<Values, unknown> {
  /** Answers how many rows it changed. */
  async run(db: Kysely<Tables>, values: Values): Promise<number> {
    const query = this.filled(db, values)
    const engine = directEngines.get(db)
    if (engine !== undefined) return engine.changes(query.sql, query.parameters)
    return Number((await db.executeQuery(query)).numAffectedRows ?? 0n)
  }
}
