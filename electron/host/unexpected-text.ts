/** Of an error nobody foresaw, for the person before the screen and for whom they call. */
export function unexpectedText(error: unknown): string {
  const what = error instanceof Error ? error.message : String(error)
  return (
    'Hubo un error inesperado y la caja se cerró. Lo cobrado está guardado. Ábrala de nuevo; si vuelve a pasar, ' +
    `reinicie el computador y avise a soporte con este texto: ${what}\n\n` +
    'An unexpected error ended the till. What was charged is saved. Open it again; if it happens again, restart the ' +
    'computer and tell support.'
  )
}
