/** Stands for an object that is another one in every test. */
export const readingAs = <Value extends object>(present: () => Value): Value =>
  new Proxy({} as Value, {
    get: (_, name) => Reflect.get(present(), name) as unknown,
    set: (_, name, value) => Reflect.set(present(), name, value),
    has: (_, name) => name in present(),
    ownKeys: () => Reflect.ownKeys(present()),
    getOwnPropertyDescriptor: (_, name) => {
      const found = Reflect.getOwnPropertyDescriptor(present(), name)
      return found && { ...found, configurable: true }
    },
  })
