import { useState, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { GraduationCap, Store, Truck } from 'lucide-react'
import { Notice, RefusalNotice } from '../kit/notice.tsx'
import { PressButton } from '../kit/press-button.tsx'
import { useUi } from '../stores/till-ui.ts'
import { usePractice } from '../settings/use-practice.ts'
import type { Guide } from './use-guide.ts'
import styles from './guide.module.css'

const ICON_PX = 40

/** What an empty folder asks first: to practise, to open one's own shop, or to bring a till. */
export function FirstChoice({ guide }: { readonly guide: Guide }) {
  const ui = useUi()
  const { t } = useTranslation()
  const practice = usePractice()
  const [isBusy, setBusy] = useState(false)
  const begin = () => {
    setBusy(true)
    void guide.ask(ui.port.moveGuide({ to: 'begin' })).finally(() => setBusy(false))
  }
  const bring = () => {
    ui.settings.setState({ section: 'support', pointsAt: { to: 'restore-part' } })
    ui.screen.getState().go('settings')
  }
  const refused = guide.refused ?? practice.refused
  return (
    <main className={styles.choice} tabIndex={-1}>
      <h1 className={styles.welcome}>{t('guide.welcome')}</h1>
      <div className={styles.choices}>
        <Choice name="practise" icon={<GraduationCap size={ICON_PX} />} onPress={practice.enter} />
        <Choice name="own" icon={<Store size={ICON_PX} />} isDisabled={isBusy} onPress={begin} />
        <Choice name="bring" icon={<Truck size={ICON_PX} />} onPress={bring} />
      </div>
      {practice.isOpening && <Notice tone="plain">{t('guide.opening')}</Notice>}
      <RefusalNotice refusal={refused} />
    </main>
  )
}

function Choice({
  name,
  icon,
  isDisabled = false,
  onPress,
}: {
  readonly name: 'practise' | 'own' | 'bring'
  readonly icon: ReactNode
  readonly isDisabled?: boolean
  readonly onPress: () => void
}) {
  const { t } = useTranslation()
  return (
    <PressButton
      className={styles.choiceKey ?? ''}
      isDisabled={isDisabled}
      onPress={onPress}
      data-testid={`choose-${name}`}
    >
      <span aria-hidden="true">{icon}</span>
      <strong>{t(`guide.choices.${name}`)}</strong>
      <span className={styles.soft}>{t(`guide.choices.${name}Lead`)}</span>
    </PressButton>
  )
}
