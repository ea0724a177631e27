import { clp, formatClp } from '#shared/money/clp.ts'
import { Field, type FieldProps } from './field.tsx'
import { afterKeypad, Keypad, type KeypadCorner } from './keypad.tsx'

/** More is a typing mistake, which the cart refuses. */
const PRICE_CHARS_MAX = 12

interface PriceFieldProps extends Omit<FieldProps, 'value' | 'onChange'> {
  /** As `typedPrice` gives it. */
  readonly typed: string
  readonly onType: (typed: string) => void
}

/** A price, shown as money while it is typed. */
export function PriceField({ typed, onType, ...rest }: PriceFieldProps) {
  return (
    <Field
      inputMode="numeric"
      {...rest}
      value={shownPrice(typed)}
      onChange={(text) => onType(typedPrice(text))}
    />
  )
}

/** The one thing a dialog at the counter asks for: large, with keys for fingers under it. */
export function KeyedPrice({
  corner,
  ...field
}: PriceFieldProps & { readonly corner: KeypadCorner }) {
  const { typed, onType } = field
  return (
    <>
      <PriceField {...field} variant="display" inputMode="none" autoFocus />
      <Keypad corner={corner} onKey={(key) => onType(typedPrice(afterKeypad(typed, key)))} />
    </>
  )
}

/**
 * What is typed as a price: its figures, or, when there is more to it than figures, all of it, to
 * be refused as it stands.
 */
export function typedPrice(text: string): string {
  const bare = text.replace(/[$.\s]/g, '')
  return (/^\d*$/.test(bare) ? bare.replace(/^0+(?=\d)/, '') : bare).slice(0, PRICE_CHARS_MAX)
}

/** As it stands in its field. */
export function shownPrice(typed: string): string {
  return /^\d+$/.test(typed) ? formatClp(clp(Number(typed))) : typed
}

/** NaN when it is no amount. */
export function priceIn(typed: string): number {
  return /^-?\d+$/.test(typed) ? Number(typed) : Number.NaN
}
