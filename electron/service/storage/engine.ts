/** Where SQL differs between the engines: SQLite now, PostgreSQL as the second (`bigint`, `bytea`, no STRICT). */
export interface Engine {
  readonly integer: string
  readonly blob: string
  /** What closes a CREATE TABLE. */
  readonly tableEnd: string
}

export const SQLITE_ENGINE: Engine = { integer: 'INTEGER', blob: 'BLOB', tableEnd: ' STRICT' }
