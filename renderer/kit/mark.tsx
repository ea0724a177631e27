/**
 * Mesón's mark: a counter seen from the front with a receipt hanging from it; together they draw an
 * m.
 */
export function Mark({ sizePx }: { readonly sizePx: number }) {
  return (
    <svg width={sizePx} height={sizePx} viewBox="0 0 64 64" aria-hidden="true">
      <rect width="64" height="64" rx="15" fill="#0e4f4a" />
      <path d="M12 19.5a4.5 4.5 0 0 1 4.5-4.5h31a4.5 4.5 0 0 1 4.5 4.5V24H12z" fill="#f7f4ec" />
      <path
        d="M14.5 24h7.5v25a1.5 1.5 0 0 1-1.5 1.5H16a1.5 1.5 0 0 1-1.5-1.5zM42 24h7.5v25a1.5 1.5 0 0 1-1.5 1.5H43.5A1.5 1.5 0 0 1 42 49z"
        fill="#f7f4ec"
      />
      <path d="M26 24h12v21.5l-2-2.2-2 2.2-2-2.2-2 2.2-2-2.2-2 2.2z" fill="#e08a4f" />
    </svg>
  )
}
