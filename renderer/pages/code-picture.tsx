import type { ScreenCode } from '#shared/delivery/phone-page.ts'
import { codePath } from '../kit/code-path.ts'
import styles from './pages.module.css'

/** Dark on light in every scheme: not every phone reads the other way round. */
export function CodePicture({ code, name }: { readonly code: ScreenCode; readonly name: string }) {
  const { viewBox, path } = codePath(code)
  return (
    <svg
      className={styles.code}
      viewBox={viewBox}
      role="img"
      aria-label={name}
      shapeRendering="crispEdges"
    >
      <rect width="100%" height="100%" fill="#fff" />
      <path d={path} fill="#000" />
    </svg>
  )
}
