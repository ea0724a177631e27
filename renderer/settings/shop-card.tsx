import { useTranslation } from 'react-i18next'
import { useStore } from 'zustand'
import type { ShopView } from '#shared/core/shop.ts'
import { useUi } from '../stores/till-ui.ts'
import { Field } from '../kit/field.tsx'
import { Notice } from '../kit/notice.tsx'
import type { SettingsChange } from '../stores/settings-store.ts'
import { NUMBERS, type TypedShop } from './typed-shop.ts'
import { ShopFromService } from './shop-from-service.tsx'
import { SectionForm, useDraft, type Draft } from '../kit/section.tsx'
import styles from './settings.module.css'
import type { SectionProps } from '../kit/section-props.ts'

const FIELDS = [
  'rut',
  'legalName',
  'activity',
  'tradeName',
  'address',
  'commune',
] as const satisfies readonly (keyof ShopView)[]
const CHARS_MAX: Readonly<Record<keyof ShopView, number>> = {
  rut: 20,
  legalName: 100,
  tradeName: 60,
  address: 70,
  commune: 20,
  activity: 80,
}
/** Of a branch's code; a register's number is shorter. */
const NUMBER_DIGITS_MAX = 9

const NOBODY: Record<keyof ShopView, string> = {
  rut: '',
  legalName: '',
  activity: '',
  tradeName: '',
  address: '',
  commune: '',
}

/**
 * Who signs the receipts, and which till and branch of theirs this is. The shop of a till for
 * practice stays the demo's.
 */
export function ShopCard({ settings }: SectionProps) {
  const ui = useUi()
  const { t } = useTranslation()
  const bootstrap = useStore(ui.status, (state) => state.bootstrap)
  const shop = { ...NOBODY, ...bootstrap?.shop, activity: bootstrap?.shop.activity ?? '' }
  const stored: TypedShop = {
    ...shop,
    registerNumber: String(settings.registerNumber),
    branchOffice: String(settings.branchOffice),
  }
  const draft = useDraft(stored, async (changed, typed) => {
    const refused = await ui.settings.getState().save(changeOf(changed, typed))
    if (refused === null) await ui.status.getState().reloadBootstrap()
    return refused
  })
  if (bootstrap === null) return null
  const { isDemo, version } = bootstrap
  return (
    <SectionForm draft={draft} title={t('settings.shop')} ownFields={[...FIELDS, ...NUMBERS]}>
      {isDemo && <Notice tone="info">{t('setUp.practiceLead')}</Notice>}
      {isDemo && (
        <dl className={styles.facts}>
          {FIELDS.map((field) => (
            <Fact key={field} term={t(`settings.${field}`)} text={shop[field]} />
          ))}
        </dl>
      )}
      {!isDemo && <ShopFromService draft={draft} />}
      <div className={styles.pairs}>
        {!isDemo &&
          FIELDS.map((field) => (
            <Field
              key={field}
              label={t(`settings.${field}`)}
              value={draft.value[field]}
              maxLength={CHARS_MAX[field]}
              testId={`settings-shop-${field}`}
              onChange={(text) => draft.change({ [field]: text })}
              refusal={draft.at(field)}
              autoComplete="off"
              {...(field === 'address' ? { hint: t('setUp.paperHint') } : {})}
            />
          ))}
        <Numbers draft={draft} isDemo={isDemo} />
      </div>
      <dl className={styles.facts}>
        <Fact term={t('settings.version')} text={`Mesón ${version}`} />
      </dl>
    </SectionForm>
  )
}

/** Which till and which branch of the shop this is. */
function Numbers({
  draft,
  isDemo,
}: {
  readonly draft: Draft<TypedShop>
  readonly isDemo: boolean
}) {
  const { t } = useTranslation()
  const number = (field: (typeof NUMBERS)[number]) => (text: string) =>
    draft.change({ [field]: text.replace(/\D/g, '') })
  return (
    <>
      <Field
        label={t('setUp.registerNumber')}
        value={draft.value.registerNumber}
        onChange={number('registerNumber')}
        inputMode="numeric"
        maxLength={4}
        refusal={draft.at('registerNumber')}
        testId="settings-registerNumber"
      />
      {!isDemo && (
        <Field
          label={t('setUp.branchOffice')}
          value={draft.value.branchOffice}
          onChange={number('branchOffice')}
          inputMode="numeric"
          maxLength={NUMBER_DIGITS_MAX}
          hint={t('setUp.branchHint')}
          refusal={draft.at('branchOffice')}
          testId="settings-branchOffice"
        />
      )}
    </>
  )
}

/** Name and address go together or not at all; the numbers only when they were changed. */
function changeOf(
  changed: Partial<TypedShop>,
  { registerNumber: _, branchOffice: __, ...shop }: TypedShop,
): SettingsChange {
  const numberOf = (text: string) => (text === '' ? Number.NaN : Number(text))
  return {
    ...(FIELDS.some((field) => changed[field] !== undefined) ? { shop } : {}),
    ...(changed.registerNumber === undefined
      ? {}
      : { registerNumber: numberOf(changed.registerNumber) }),
    ...(changed.branchOffice === undefined ? {} : { branchOffice: numberOf(changed.branchOffice) }),
  }
}

function Fact({ term, text }: { readonly term: string; readonly text: string }) {
  return (
    <>
      <dt>{term}</dt>
      <dd>{text}</dd>
    </>
  )
}
