import styles from './controls.module.css'

/** Of a control's label: seen above it, or only heard where its row has no height to spare. */
export const labelClass = (isHidden: boolean): string =>
  isHidden ? 'visually-hidden' : (styles.label ?? '')
