import Database from 'better-sqlite3'

type Read<What> = (db: Database.Database) => What

const known = new WeakMap<Read<unknown>, Map<string, unknown>>()

/**
 * What a database has that these statements make. They are constants of the program: each is made
 * once.
 */
export function readSchema<What>(statements: readonly string[], read: Read<What>): What {
  const made = known.get(read) ?? new Map<string, unknown>()
  known.set(read, made)
  const key = statements.join('\n')
  if (!made.has(key)) made.set(key, readAnew(statements, read))
  return made.get(key) as What
}

function readAnew<What>(statements: readonly string[], read: Read<What>): What {
  const fresh = new Database(':memory:')
  try {
    fresh.pragma('foreign_keys = OFF')
    for (const statement of statements) fresh.exec(statement)
    return read(fresh)
  } finally {
    fresh.close()
  }
}
