import type { ProductId } from '#shared/core/brand.ts'

/**
 * The key of the node each product is drawn in. Another question's answer is drawn into the nodes
 * of the last one, place by place, which costs a quarter less than new ones; unless a hand is on
 * one of them, whose press or focus is meant for what it stood on. While the same is asked a
 * product keeps its node.
 */
export function createTileNodes() {
  let question: string | null = null
  let ids: readonly ProductId[] = []
  let keys: readonly number[] = []
  let made = 0
  return function keysOf(
    asked: string,
    drawn: readonly ProductId[],
    isHeld: () => boolean,
  ): readonly number[] {
    const own = new Map(ids.map((id, at) => [id, keys[at]]))
    const isSame = asked === question
    const isAnew = !isSame && isHeld()
    keys = drawn.map((id, at) => (isSame ? own.get(id) : isAnew ? null : keys[at]) ?? (made += 1))
    ids = drawn
    question = asked
    return keys
  }
}
