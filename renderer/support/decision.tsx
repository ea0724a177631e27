import type { ReactNode } from 'react'
import { Button } from '../kit/button.tsx'
import { useTyped } from '../kit/field.tsx'
import styles from '../settings/settings.module.css'
import { OtherRutField } from './place-fields.tsx'
import type { Part, PartProps } from './use-support.ts'

interface DecisionProps extends PartProps {
  readonly part: Extract<Part, 'bring' | 'restore'>
  readonly preview: { readonly isOtherShop: boolean; readonly shopName: string }
  /** What stands on the buttons. */
  readonly accept: ReactNode
  readonly leave: ReactNode
  /** With the RUT that was typed where the data are another shop's. */
  readonly onAccept: (otherRut: string | null) => void
  readonly onLeave: () => void
}

/** What was looked at is put in place, or left. */
export function Decision({ support, part, preview, ...rest }: DecisionProps) {
  const otherRut = useTyped()
  const { isOtherShop, shopName } = preview
  return (
    <>
      {isOtherShop && (
        <OtherRutField
          typed={otherRut}
          shopName={shopName}
          refusal={support.refusedAt(part, 'otherRut')}
          testId={`${part}-other-rut`}
        />
      )}
      <div className={styles.trial}>
        <Button
          variant="danger"
          onPress={() => rest.onAccept(isOtherShop ? otherRut.text : null)}
          isDisabled={support.isRunning}
          data-testid={`${part}-now`}
        >
          {rest.accept}
        </Button>
        <Button onPress={rest.onLeave} data-testid={`${part}-not`}>
          {rest.leave}
        </Button>
      </div>
    </>
  )
}
