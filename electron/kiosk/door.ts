/**
 * Who may keep a connection open. Other users of the machine reach the port too, and cost a place
 * by connecting and saying nothing: whoever has shown the token keeps its place, and of the others
 * the oldest makes room for the next.
 */

interface Connection {
  destroy(): unknown
  once(event: 'close', closed: () => void): unknown
}

interface Door {
  /** A connection was made; too many, and one of them ends. */
  admit(connection: Connection): void
  /** Something that needs the token was asked for on it, with the token. */
  trust(connection: Connection): void
}

export function createDoor(connectionsMax: number): Door {
  // In the order in which they came.
  const strangers = new Set<Connection>()
  const trusted = new Set<Connection>()
  return {
    admit(connection) {
      if (trusted.size >= connectionsMax) return void connection.destroy()
      strangers.add(connection)
      connection.once('close', () => {
        strangers.delete(connection)
        trusted.delete(connection)
      })
      if (strangers.size + trusted.size <= connectionsMax) return
      const [oldest] = strangers
      if (oldest === undefined) return
      strangers.delete(oldest)
      oldest.destroy()
    },
    trust(connection) {
      if (strangers.delete(connection)) trusted.add(connection)
    },
  }
}
