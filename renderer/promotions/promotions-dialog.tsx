import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Plus } from 'lucide-react'
import type { PromotionView } from '#shared/promotions/inputs.ts'
import type { Refusal } from '#shared/languages/refusals.ts'
import { Button } from '../kit/button.tsx'
import { Switch } from '../kit/choices.tsx'
import { RefusalNotice } from '../kit/notice.tsx'
import { Sheet } from '../kit/sheet.tsx'
import { useUi, type TillUi } from '../stores/till-ui.ts'
import { KeptRow } from './kept-row.tsx'
import { PriceLists } from './price-lists.tsx'
import { PromotionForm } from './promotion-form.tsx'
import { useKept } from '../kit/use-kept.ts'
import { useRuleText } from './use-rule-text.ts'
import styles from './promotions.module.css'

/** Promotions as their owner keeps them; one of them, or a new one, takes the list's place. */
export const PromotionsDialog = () => <Kept shows={null} />
/** The other side of it, for whoever looks for a wholesale price. */
export const PriceListsDialog = () => <Kept shows="lists" />

function Kept({ shows }: { readonly shows: 'lists' | null }) {
  const ui = useUi()
  const { list, problem, reload, order } = useKept(readPromotions)
  const [edited, setEdited] = useState<PromotionView | 'new' | 'lists' | null>(shows)
  if (edited === 'lists') return <PriceLists onBack={() => setEdited(null)} />
  if (edited !== null)
    return (
      <PromotionForm
        kept={edited === 'new' ? null : edited}
        onDone={() => {
          setEdited(null)
          void reload()
        }}
      />
    )
  const switchTo = ({ id: promotionId }: PromotionView, to: State) =>
    void order(ui.port.switchPromotion({ promotionId, to }))
  return <PromotionList list={list} problem={problem} onEdit={setEdited} onSwitch={switchTo} />
}

type State = PromotionView['state']

function PromotionList({
  list,
  problem,
  onEdit,
  onSwitch,
}: {
  readonly list: readonly PromotionView[] | null
  readonly problem: Refusal | null
  readonly onEdit: (promotion: PromotionView | 'new' | 'lists') => void
  readonly onSwitch: (promotion: PromotionView, to: State) => void
}) {
  const ui = useUi()
  const { t } = useTranslation()
  const [showsArchived, setShowsArchived] = useState(false)
  const close = ui.screen.getState().close
  const shown = list?.filter(({ state }) => (state === 'archived') === showsArchived) ?? []
  return (
    <Sheet
      title={t('promotions.title')}
      lead={t('promotions.lead')}
      widthRem={48}
      onClose={close}
      actions={
        <>
          <Button onPress={close}>{t('common.close')}</Button>
          <Button data-testid="price-lists" onPress={() => onEdit('lists')}>
            {t('promotions.lists.title')}
          </Button>
          <Button variant="primary" data-testid="new-promotion" onPress={() => onEdit('new')}>
            <Plus size={20} aria-hidden="true" />
            {t('promotions.add')}
          </Button>
        </>
      }
    >
      <RefusalNotice refusal={problem} testId="promotions-trouble" />
      {list !== null && shown.length === 0 && <p className={styles.none}>{t('promotions.none')}</p>}
      <ul className={styles.rows} aria-label={t('promotions.title')}>
        {shown.map((promotion) => (
          <PromotionRow
            key={promotion.id}
            promotion={promotion}
            onEdit={onEdit}
            onSwitch={onSwitch}
          />
        ))}
      </ul>
      <Switch isSelected={showsArchived} onChange={setShowsArchived}>
        {t('promotions.showArchived')}
      </Switch>
    </Sheet>
  )
}

function PromotionRow({
  promotion,
  onEdit,
  onSwitch,
}: {
  readonly promotion: PromotionView
  readonly onEdit: (promotion: PromotionView) => void
  readonly onSwitch: (promotion: PromotionView, to: State) => void
}) {
  const { t } = useTranslation()
  const ruleText = useRuleText()
  const { name, state, rule, goodsNames } = promotion
  const isArchived = state === 'archived'
  return (
    <KeptRow
      testId="promotion"
      editTestId="edit-promotion"
      name={name}
      says={ruleText(rule, goodsNames)}
      state={
        <span className={styles.state} data-state={state}>
          {t(`promotions.states.${state}`)}
        </span>
      }
      onEdit={isArchived ? null : () => onEdit(promotion)}
    >
      <Button
        aria-label={t(state === 'on' ? 'promotions.offOf' : 'promotions.onOf', { name })}
        data-testid="switch-promotion"
        onPress={() => onSwitch(promotion, state === 'on' ? 'off' : 'on')}
      >
        {t(state === 'on' ? 'promotions.off' : 'promotions.on')}
      </Button>
      {!isArchived && (
        <Button
          variant="quiet"
          aria-label={t('promotions.archiveOf', { name })}
          data-testid="archive-promotion"
          onPress={() => onSwitch(promotion, 'archived')}
        >
          {t('promotions.archive')}
        </Button>
      )}
    </KeptRow>
  )
}

const readPromotions = (port: TillUi['port']) => port.promotions()
