/**
 * A change wakes all tills of its shop, and each asks the same: who comes while that is being read
 * waits for it too. Nothing is kept beyond, so what is heard is never older than the asking.
 */
export class SharedReads<Value> {
  readonly #going = new Map<string, Promise<Value>>()

  once(key: string, read: () => Promise<Value>): Promise<Value> {
    const going = this.#going.get(key)
    if (going !== undefined) return going
    const begun = read().finally(() => this.#going.delete(key))
    this.#going.set(key, begun)
    return begun
  }
}
