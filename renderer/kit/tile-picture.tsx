import { useEffect } from 'react'
import { useStore } from 'zustand'
import type { TillUi } from '../stores/till-ui.ts'
import styles from './tile-picture.module.css'
import type { ProductView } from '#shared/catalogue/product.ts'

/** The product's name stands beside it: the picture says nothing that the name does not. */
export function TilePicture({
  ui,
  product,
  isSmall = false,
}: {
  readonly ui: TillUi
  readonly product: ProductView
  readonly isSmall?: boolean
}) {
  const pictureId = product.pictureId ?? null
  const url = useStore(ui.pictures, (state) =>
    pictureId === null ? undefined : state.urls[pictureId],
  )
  useEffect(() => {
    if (pictureId !== null) ui.pictures.getState().want(product.id, pictureId)
  }, [ui, product.id, pictureId])
  if (pictureId === null) return null
  return (
    <span className={styles.picture} data-small={isSmall || undefined}>
      {url !== undefined && (
        // An element that is given another picture shows the old one until it has it.
        <img key={url} src={url} alt="" draggable={false} data-testid="tile-picture" />
      )}
    </span>
  )
}
