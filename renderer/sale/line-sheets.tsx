import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { NOTE_CHARS_MAX, type CartAction, type CartLine } from '#shared/selling/cart/cart.ts'
import type { Refusal } from '#shared/languages/refusals.ts'
import { formatClp } from '#shared/money/clp.ts'
import { changeCart } from '../actions/counter.ts'
import { useUi } from '../stores/till-ui.ts'
import { SubmitButton } from '../kit/submit-button.tsx'
import { Button } from '../kit/button.tsx'
import { Field, useTyped } from '../kit/field.tsx'
import { Sheet } from '../kit/sheet.tsx'
import { KeyedPrice, priceIn } from '../kit/price-field.tsx'

interface LineSheetProps {
  readonly line: CartLine
  readonly onClose: () => void
}

/** Another price for this line of this sale. The catalogue keeps its own. */
export function PriceSheet({ line, onClose }: LineSheetProps) {
  const { t } = useTranslation()
  const { problem, clear, submit } = useChange(onClose)
  const { text: price, field } = useTyped('', clear)
  const list = line.listGrossClp ?? line.unitGrossClp
  return (
    <Sheet
      title={t('linePrice.title')}
      lead={line.name}
      widthRem={22}
      onClose={onClose}
      onSubmit={() =>
        submit({ type: 'set-price', lineNumber: line.lineNumber, unitGrossClp: priceIn(price) })
      }
      actions={
        <>
          {(line.listGrossClp ?? 0) > 0 && (
            <Button
              variant="danger"
              onPress={() =>
                submit({ type: 'set-price', lineNumber: line.lineNumber, unitGrossClp: list })
              }
            >
              {t('linePrice.back')}
            </Button>
          )}
          <SubmitButton label={t('common.apply')} testId="apply" />
        </>
      }
    >
      <KeyedPrice
        label={t('linePrice.label')}
        typed={price}
        onType={field.onChange}
        corner="00"
        placeholder={formatClp(line.unitGrossClp)}
        hint={list > 0 ? t('linePrice.hint', { price: formatClp(list) }) : undefined}
        refusal={problem}
        testId="line-price"
      />
    </Sheet>
  )
}

/** A few words for the customer, printed under the product. */
export function NoteSheet({ line, onClose }: LineSheetProps) {
  const { t } = useTranslation()
  const { problem, clear, submit } = useChange(onClose)
  const { text: note, field } = useTyped(line.note, clear)
  return (
    <Sheet
      title={t('note.title')}
      lead={line.name}
      onClose={onClose}
      onSubmit={() => submit({ type: 'set-note', lineNumber: line.lineNumber, note })}
      actions={<SubmitButton label={t('common.apply')} testId="apply" />}
    >
      <Field
        label={t('note.label')}
        {...field}
        autoFocus
        hint={t('note.hint')}
        refusal={problem}
        counter={{
          text: `${note.trim().length}/${NOTE_CHARS_MAX}`,
          isOver: note.trim().length > NOTE_CHARS_MAX,
        }}
        testId="line-note"
      />
    </Sheet>
  )
}

/** What is refused is said in the sheet; what needs somebody's PIN goes on in its own dialog. */
function useChange(onClose: () => void) {
  const ui = useUi()
  const [problem, setProblem] = useState<Refusal | null>(null)
  return {
    problem,
    clear: () => setProblem(null),
    submit(action: CartAction) {
      void changeCart(ui, action).then((change) => {
        if (change === 'taken') return onClose()
        if (change === 'asked') return
        setProblem(change)
      })
    },
  }
}
