/**
 * One record out of several, where no name may stand twice: neither unseen by the compiler nor at
 * the start.
 */

type KeysOf<Part> = Part extends unknown ? keyof Part : never
type Twice<Parts extends readonly object[]> = Parts extends readonly [
  infer First,
  ...infer Rest extends readonly object[],
]
  ? (keyof First & KeysOf<Rest[number]>) | Twice<Rest>
  : never
type Intersected<Union> = (Union extends unknown ? (part: Union) => void : never) extends (
  part: infer All,
) => void
  ? All
  : never

/**
 * What the parts make together; of no use to anybody where a name stands twice, so that the
 * compiler complains.
 */
type Joined<Parts extends readonly object[]> = [Twice<Parts>] extends [never]
  ? Intersected<Parts[number]>
  : { readonly standsTwice: Twice<Parts> }

/**
 * Throws where a name stands twice: two parts that both answer it would take turns by their order.
 */
export function joined<const Parts extends readonly object[]>(...parts: Parts): Joined<Parts> {
  const all: Record<string, unknown> = {}
  for (const part of parts) {
    for (const [name, value] of Object.entries(part)) {
      if (Object.hasOwn(all, name)) throw new Error(`«${name}» stands twice`)
      all[name] = value
    }
  }
  return all as Joined<Parts>
}
