import type { CompiledQuery, Kysely } from 'kysely'
import type { Tables } from './tables.ts'

/** Stands for a value while the query is built. */
class Hole {
  readonly name: PropertyKey

  constructor(name: PropertyKey) {
    this.name = name
  }
}

/**
 * A query built once and run many times with other values: building one takes Kysely longer than SQLite needs to run
 * it. For the few queries every issued document goes through.
 */
export class PreparedQuery<Values extends object, Row> {
  readonly #build: (db: Kysely<Tables>, hole: <Name extends keyof Values>(name: Name) => Values[Name]) => { compile(): CompiledQuery<Row> }
  #compiled: CompiledQuery<Row> | null = null

  constructor(
    build: (db: Kysely<Tables>, hole: <Name extends keyof Values>(name: Name) => Values[Name]) => { compile(): CompiledQuery<Row> },
  ) {
    this.#build = build
  }

  async run(db: Kysely<Tables>, values: Values): Promise<Row[]> {
    this.#compiled ??= this.#build(db, <Name extends keyof Values>(name: Name) => new Hole(name) as unknown as Values[Name]).compile()
    const parameters = this.#compiled.parameters.map((given) =>
      given instanceof Hole ? values[given.name as keyof Values] : given)
    const { rows } = await db.executeQuery<Row>({ ...this.#compiled, parameters })
    return rows
  }
}
