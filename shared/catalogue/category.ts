/** A shelf of the catalogue, as a screen sees it. */
export interface CategoryView {
  readonly id: string
  readonly name: string
  /** Hue of the tile, 0-359. */
  readonly hue: number
}
