/** Seeded randomness: the same seed always plays the same history. */
export interface Dice {
  /** In [0, 1). */
  unit(): number
  /** True with this probability. */
  chance(probability: number): boolean
  /** A whole number from `low` to `high`, both included. */
  between(low: number, high: number): number
  pick<Item>(items: readonly [Item, ...Item[]]): Item
  bytes(count: number): Uint8Array
  /** Dice of its own for a part, so that one part's throws do not move another's. */
  split(name: string): Dice
}

/** sfc32, seeded through a string hash. */
export function createDice(seed: string): Dice {
  let [a, b, c, counter] = hash(seed)
  const next = () => {
    const sum = (a + b + counter) | 0
    counter = (counter + 1) | 0
    a = b ^ (b >>> 9)
    b = (c + (c << 3)) | 0
    c = (((c << 21) | (c >>> 11)) + sum) | 0
    return sum >>> 0
  }
  for (let warm = 0; warm < 12; warm += 1) next()
  const dice: Dice = {
    unit: () => next() / 2 ** 32,
    chance: (probability) => dice.unit() < probability,
    between: (low, high) => low + Math.floor(dice.unit() * (high - low + 1)),
    pick: (items) => items[Math.floor(dice.unit() * items.length)] ?? items[0],
    bytes: (count) => Uint8Array.from({ length: count }, () => next() & 255),
    split: (name) => createDice(`${seed}/${name}`),
  }
  return dice
}

function hash(text: string): [number, number, number, number] {
  let [x, y, z, w] = [1779033703, 3144134277, 1013904242, 2773480762]
  for (const character of text) {
    const code = character.codePointAt(0) ?? 0
    x = y ^ Math.imul(x ^ code, 597399067)
    y = z ^ Math.imul(y ^ code, 2869860233)
    z = w ^ Math.imul(z ^ code, 951274213)
    w = x ^ Math.imul(w ^ code, 2716044179)
  }
  return [x, y, z, w]
}
