import type { TFunction } from 'i18next'
import { useTranslation } from 'react-i18next'
import { FileTrigger } from 'react-aria-components'
import { FileSpreadsheet } from 'lucide-react'
import type { ImportList, ImportView } from '#shared/importing/importing.ts'
import { AriaLikeButton } from '../kit/aria-like-button.tsx'
import { Button } from '../kit/button.tsx'
import { Notice, RefusalNotice } from '../kit/notice.tsx'
import { Sheet } from '../kit/sheet.tsx'
import { useRefusalText } from '../kit/use-texts.ts'
import { useUi } from '../stores/till-ui.ts'
import { ImportPlan, UnreadColumns } from './import-plan.tsx'
import { useImport, type ImportState } from './use-import.ts'
import styles from './goods.module.css'

const TYPES = [
  '.csv',
  '.txt',
  '.xlsx',
  'text/csv',
  'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
]

/** Words that tell the lists apart; all others are alike. */
const WORDS = { goods: 'goodsImport', customers: 'customerImport' } as const

/** A list on its way into the till: chosen, looked at, accepted. */
export function ImportDialog({ of }: { readonly of: ImportList }) {
  const ui = useUi()
  const { t } = useTranslation()
  const close = ui.screen.getState().close
  const list = useImport(of)
  const words = WORDS[of]
  const { view, refused } = list
  const counts = view?.plan?.counts ?? null
  const isReady = view?.phase === 'ready'
  return (
    <Sheet
      title={t(`${words}.title`)}
      lead={view == null ? t(`${words}.lead`) : view.name}
      widthRem={60}
      actions={
        <>
          {isReady && view.plan !== null && <UnreadColumns plan={view.plan} />}
          {isReady && (
            <Button onPress={list.cancel} data-testid="import-cancel">
              {t('goodsImport.drop')}
            </Button>
          )}
          <Button onPress={close} data-testid="import-close">
            {t('common.close')}
          </Button>
          {isReady && counts !== null && (
            <Button
              variant="primary"
              isDisabled={counts.new + counts.changed === 0}
              onPress={list.accept}
              data-testid="import-accept"
            >
              {t(`${words}.accept`, { count: counts.new + counts.changed })}
            </Button>
          )}
        </>
      }
    >
      <RefusalNotice refusal={refused} testId="import-refused" />
      {view !== undefined && <Body view={view} list={list} />}
    </Sheet>
  )
}

function Body({ view, list }: { readonly view: ImportView | null; readonly list: ImportState }) {
  const { t } = useTranslation()
  const refusalText = useRefusalText()
  // Its columns were changed: what is shown stays until the list has been read again.
  if (view?.phase === 'reading' && view.plan !== null) return <ImportPlan view={view} list={list} />
  switch (view?.phase) {
    case undefined:
      return <ChooseFile list={list} />
    case 'receiving':
    case 'reading':
    case 'writing':
      return (
        <div className={styles.importPart} data-testid="import-working">
          <p role="status">{workingText(t, view)}</p>
          <progress
            max={100}
            value={Math.floor(view.progress * 100)}
            aria-label={workingText(t, view)}
          />
          <p>
            <Button onPress={list.cancel} data-testid="import-stop">
              {t('goodsImport.stop')}
            </Button>
          </p>
        </div>
      )
    case 'ready':
      return <ImportPlan view={view} list={list} />
    case 'failed':
      return (
        <div className={styles.importPart}>
          <Notice tone="bad" testId="import-failed">
            {view.refusal === null ? '' : refusalText(view.refusal)}
          </Notice>
          <ChooseFile list={list} />
        </div>
      )
    case 'done':
      return (
        <div className={styles.importPart}>
          {view.done !== null && <Done list={view.list} done={view.done} />}
          <ChooseFile list={list} />
        </div>
      )
  }
}

function Done({ list, done }: Pick<ImportView, 'list'> & { readonly done: ImportDone }) {
  const { t } = useTranslation()
  const { wasStopped, created, changed, left } = done
  return (
    <Notice tone={wasStopped ? 'wait' : 'good'} testId="import-done">
      {t(wasStopped ? 'goodsImport.stopped' : 'goodsImport.done', { created, changed })}{' '}
      {left > 0 && t(`${WORDS[list]}.left`, { count: left })}
    </Notice>
  )
}
type ImportDone = NonNullable<ImportView['done']>

function workingText(t: TFunction, { list, phase }: ImportView): string {
  if (phase === 'writing') return t(`${WORDS[list]}.writing`)
  return t(phase === 'receiving' ? 'goodsImport.receiving' : 'goodsImport.reading')
}

function ChooseFile({ list }: { readonly list: ImportState }) {
  const { t } = useTranslation()
  return (
    <div className={styles.importPart}>
      <p>{t('goodsImport.how')}</p>
      <p>
        <FileTrigger
          acceptedFileTypes={TYPES}
          onSelect={(files) => {
            const file = files?.[0]
            if (file !== undefined) list.choose(file)
          }}
        >
          <AriaLikeButton>
            <FileSpreadsheet size={20} aria-hidden="true" />
            {t('goodsImport.choose')}
          </AriaLikeButton>
        </FileTrigger>
      </p>
    </div>
  )
}
