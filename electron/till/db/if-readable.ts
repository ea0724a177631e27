import Database from 'better-sqlite3'

/** What is in a database file; null when it is none, or too damaged to say. */
export function ifReadable<Value>(
  file: string,
  options: Database.Options,
  read: (db: Database.Database) => Value | null,
): Value | null {
  let db: Database.Database | null = null
  try {
    db = new Database(file, { ...options, fileMustExist: true })
    return read(db)
  } catch (error) {
    if (error instanceof Database.SqliteError || error instanceof SyntaxError) return null
    throw error
  } finally {
    db?.close()
  }
}
