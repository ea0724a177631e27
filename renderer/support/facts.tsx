import styles from '../settings/settings.module.css'

/** What a package or a backup says of itself, row by row. */
export function Facts({
  rows,
  testId,
}: {
  readonly rows: readonly (readonly [name: string, value: string])[]
  readonly testId: string
}) {
  return (
    <dl className={styles.facts} data-testid={testId}>
      {rows.map(([name, value]) => (
        <div key={name} className={styles.factRow}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  )
}
