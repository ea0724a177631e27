/** Tiles with a place of their own on the grid, and the others flowing around them. Pure. */

/** About what a screen shows without scrolling far; the grid is read as far as this. */
export const PLACES_MAX = 120

interface Placed {
  /** From 1, row by row, however many columns there are; null or absent without one. */
  readonly fixedPlace?: number | null
}

/** Whether it stands at its place in a list of so many; in a shorter one it flows with the rest. */
export function holdsPlace({ fixedPlace }: Placed, count: number): boolean {
  return fixedPlace != null && fixedPlace <= count
}

/** `tiles` in the order they would have without fixed places; no two ask for the same one. */
export function withFixedPlaces<Tile extends Placed>(tiles: readonly Tile[]): readonly Tile[] {
  const isHeld = (tile: Tile) => holdsPlace(tile, tiles.length)
  const held = new Map(tiles.filter(isHeld).map((tile) => [(tile.fixedPlace ?? 0) - 1, tile]))
  if (held.size === 0) return tiles
  const flowing = tiles.filter((tile) => !isHeld(tile)).values()
  return tiles.flatMap((_, at) => held.get(at) ?? flowing.next().value ?? [])
}
