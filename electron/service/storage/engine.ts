/** Where the tables differ between the engines. */
export interface Engine {
  readonly integer: string
  readonly blob: string
  /** What closes a CREATE TABLE. */
  readonly tableEnd: string
}

export const SQLITE_ENGINE: Engine = { integer: 'INTEGER', blob: 'BLOB', tableEnd: ' STRICT' }

export const POSTGRES_ENGINE: Engine = { integer: 'BIGINT', blob: 'BYTEA', tableEnd: '' }
