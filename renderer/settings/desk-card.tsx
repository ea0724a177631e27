import { useTranslation } from 'react-i18next'
import type { DeskView, ScreenView } from '#shared/devices/contract.ts'
import type { SettingsView } from '#shared/settings/views.ts'
import { useUi, type TillUi } from '../stores/till-ui.ts'
import { useAnswer } from './use-answer.ts'
import { Button } from '../kit/button.tsx'
import { Switch } from '../kit/choices.tsx'
import { Notice } from '../kit/notice.tsx'
import { ChoiceList } from '../kit/select.tsx'
import { CustomerPicture } from './customer-picture.tsx'
import { SectionForm, useDraft, type Draft } from '../kit/section.tsx'
import styles from './settings.module.css'

const ANY = 'any'

/** The settings of one machine, flat as they are typed. */
interface TypedDesk {
  readonly isOn: boolean
  readonly screenId: string | null
  readonly startsWithSystem: boolean
  readonly fillsScreen: boolean
}

/** The customer's screen, and how the installed program opens. */
export function DeskCard({ settings }: { readonly settings: SettingsView }) {
  const ui = useUi()
  const { t } = useTranslation()
  const here = useAnswer(askDesk)
  const { customerDisplay, startsWithSystem, fillsScreen } = settings.desk
  const draft = useDraft<TypedDesk>(
    { ...customerDisplay, startsWithSystem, fillsScreen },
    (_, { isOn, screenId, ...start }) =>
      ui.settings.getState().save({ desk: { ...start, customerDisplay: { isOn, screenId } } }),
  )
  if (here === null)
    return (
      <SectionForm draft={draft} title={t('desk.title')} lead={t('desk.lead')}>
        <Notice tone="plain">{t('common.loading')}</Notice>
      </SectionForm>
    )
  return (
    <SectionForm draft={draft} title={t('desk.title')} lead={t('desk.lead')}>
      <h3 className={styles.cardTitle}>{t('desk.display')}</h3>
      {here.host === 'window' ? (
        <DisplayChoice draft={draft} screens={here.screens} />
      ) : (
        <OpenHere />
      )}
      <CustomerPicture />
      <h3 className={styles.cardTitle}>{t('desk.start')}</h3>
      {here.host === 'browser' && <Notice tone="plain">{t('desk.onlyInstalled')}</Notice>}
      {(['startsWithSystem', 'fillsScreen'] as const).map((field) => (
        <Switch
          key={field}
          isSelected={draft.value[field]}
          isDisabled={here.host === 'browser'}
          onChange={(isOn) => draft.change({ [field]: isOn })}
        >
          {t(`desk.${field}`)}
        </Switch>
      ))}
    </SectionForm>
  )
}

function DisplayChoice({
  draft,
  screens,
}: {
  readonly draft: Draft<TypedDesk>
  readonly screens: readonly ScreenView[]
}) {
  const { t } = useTranslation()
  const { isOn, screenId } = draft.value
  const hasOther = screens.some(({ isCashiers }) => !isCashiers)
  return (
    <>
      <Switch isSelected={isOn} onChange={(next) => draft.change({ isOn: next })}>
        {t('desk.displayOn')}
      </Switch>
      <p className={styles.lead}>{t('desk.displayHint')}</p>
      {isOn && !hasOther && <Notice tone="info">{t('desk.noSecond')}</Notice>}
      {isOn && hasOther && (
        <ChoiceList
          label={t('desk.screen')}
          value={screens.some(({ id }) => id === screenId) ? (screenId ?? ANY) : ANY}
          testId="customer-screen"
          onChange={(id) => draft.change({ screenId: id === ANY ? null : id })}
          choices={[
            { value: ANY, label: t('desk.anyScreen') },
            ...screens.map((screen) => ({
              value: screen.id,
              label: t(screen.isCashiers ? 'desk.cashiers' : 'desk.screenName', { ...screen }),
            })),
          ]}
        />
      )}
    </>
  )
}

/** In a browser the window is opened by hand, and moved by hand. */
function OpenHere() {
  const { t } = useTranslation()
  return (
    <>
      <p className={styles.lead}>{t('desk.displayHint')}</p>
      <div className={styles.printerActions}>
        <Button
          onPress={() =>
            void open('/customer.html', 'meson-customer', 'popup,width=1024,height=700')
          }
          data-testid="open-customer"
        >
          {t('desk.openHere')}
        </Button>
      </div>
      <p className={styles.lead}>{t('desk.openHint')}</p>
    </>
  )
}

const askDesk = (port: TillUi['port']): Promise<DeskView> => port.desk()
