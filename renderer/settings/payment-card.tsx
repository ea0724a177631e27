import { useTranslation } from 'react-i18next'
import { Plus } from 'lucide-react'
import { isCash, METHODS_MAX, type PaymentMethod } from '#shared/payment/payment-method.ts'
import { useUi } from '../stores/till-ui.ts'
import { Button } from '../components/button.tsx'
import { Switch } from '../components/choices.tsx'
import { Field } from '../components/field.tsx'
import { SectionForm, useDraft } from './section.tsx'
import styles from './settings.module.css'
import type { SectionProps } from './section-props.ts'

const FLAGS = ['isActive', 'opensDrawer', 'needsReference', 'isVoucherTheReceipt'] as const

/** The shop's ways to pay. */
export function PaymentCard({ settings }: SectionProps) {
  const ui = useUi()
  const { t } = useTranslation()
  const draft = useDraft(
    { paymentMethods: settings.paymentMethods },
    async (_, { paymentMethods }) =>
      ui.settings.getState().save({ paymentMethods: [...paymentMethods] }),
  )
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
