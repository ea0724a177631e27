/**
 * A change wakes all tills of its shop, and each asks the same: who asks in the same turn of the
 * program is told of one reading. It begins after all of them have asked, so what is heard is never
 * older than the asking; who comes while it goes on begins the next.
 */
export class SharedReads<Value> {
  readonly #next = new Map<string, Promise<Value>>()

  once(key: string, read: () => Promise<Value>): Promise<Value> {
    const next = this.#next.get(key)
    if (next !== undefined) return next
    const turn = new Promise<void>((resolve) => setImmediate(resolve))
    const begun = turn.then(() => {
      this.#next.delete(key)
      return read()
    })
    this.#next.set(key, begun)
    return begun
  }
}
