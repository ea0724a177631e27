import { useTranslation } from 'react-i18next'
import { Plus } from 'lucide-react'
import { mayBeReceipt, type EmissionModel } from '#shared/selling/payment/emission.ts'
import {
  isCardTerminal,
  isCash,
  isOwnMethod,
  METHODS_MAX,
  type PaymentMethod,
} from '#shared/selling/payment/payment-method.ts'
import { useUi } from '../stores/till-ui.ts'
import { Button } from '../kit/button.tsx'
import { Switch } from '../kit/choices.tsx'
import { Field } from '../kit/field.tsx'
import { SectionForm, useDraft } from '../kit/section.tsx'
import styles from './settings.module.css'
import type { SectionProps } from '../kit/section-props.ts'

const FLAGS = ['isActive', 'opensDrawer', 'needsReference'] as const

/** The shop's ways to pay. */
export function PaymentCard({ settings }: SectionProps) {
  const ui = useUi()
  const { t } = useTranslation()
  const draft = useDraft(
    { paymentMethods: settings.paymentMethods },
    async (_, { paymentMethods }) =>
      ui.settings.getState().save({ paymentMethods: [...paymentMethods] }),
  )
  const model = settings.emission?.model
  const methods = draft.value.paymentMethods
  const change = (index: number, part: Partial<PaymentMethod>) =>
    draft.change({
      paymentMethods: methods.map((method, other) =>
        other === index ? { ...method, ...part } : method,
      ),
    })
  return (
    <SectionForm draft={draft} title={t('paymentSettings.title')}>
      {methods.map((method, index) => (
        <fieldset key={method.id} className={styles.method}>
          <legend className="visually-hidden">{method.name}</legend>
          <Field
            label={t('paymentSettings.name')}
            value={method.name}
            maxLength={24}
            onChange={(name) => change(index, { name })}
            testId={`method-${method.id}`}
          />
          <div className={styles.flags}>
            {FLAGS.filter((flag) => !isCash(method) || flag === 'opensDrawer').map((flag) => (
              <Switch
                key={flag}
                isSelected={method[flag]}
                onChange={(isOn) => change(index, { [flag]: isOn })}
              >
                {t(`paymentSettings.${flag}`)}
              </Switch>
            ))}
            <CardTicks {...{ method, model }} onChange={(part) => change(index, part)} />
          </div>
        </fieldset>
      ))}
      <p>
        <Button
          isDisabled={methods.length >= METHODS_MAX}
          data-testid="add-method"
          onPress={() =>
            draft.change({
              paymentMethods: [...methods, newMethod(methods, t('paymentSettings.newName'))],
            })
          }
        >
          <Plus size={18} aria-hidden="true" />
          {t('paymentSettings.add')}
        </Button>
      </p>
    </SectionForm>
  )
}

/** Whether it is a card terminal, and whether what that prints is the receipt. */
function CardTicks({
  method,
  model,
  onChange,
}: {
  readonly method: PaymentMethod
  readonly model: EmissionModel | undefined
  readonly onChange: (part: Partial<PaymentMethod>) => void
}) {
  const { t } = useTranslation()
  return (
    <>
      {isOwnMethod(method) && (
        <Switch
          isSelected={isCardTerminal(method)}
          onChange={(isCard) => onChange(asCard(method, isCard, model))}
        >
          {t('paymentSettings.isCardTerminal')}
        </Switch>
      )}
      {mayBeReceipt(method, model) && (
        <Switch
          isSelected={method.isVoucherTheReceipt}
          onChange={(isOn) => onChange({ isVoucherTheReceipt: isOn })}
        >
          {t('paymentSettings.isVoucherTheReceipt')}
        </Switch>
      )}
    </>
  )
}

/** A terminal's voucher follows the emission model; anything else has none that counts. */
function asCard(
  method: PaymentMethod,
  isCard: boolean,
  model: EmissionModel | undefined,
): Partial<PaymentMethod> {
  const siiCode = isCard ? 'TC' : 'OT'
  return { siiCode, isVoucherTheReceipt: mayBeReceipt({ ...method, siiCode }, model) }
}

/** Its code is ours to make: it names the method in every sale, while the name may change. */
function newMethod(methods: readonly PaymentMethod[], name: string): PaymentMethod {
  let number = 1
  while (methods.some(({ id }) => id === `M${number}`)) number += 1
  return {
    id: `M${number}`,
    name: `${name} ${number}`,
    siiCode: 'OT',
    opensDrawer: false,
    needsReference: false,
    isVoucherTheReceipt: false,
    isActive: true,
  }
}
