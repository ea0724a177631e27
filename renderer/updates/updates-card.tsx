/** Other versions of the program: where from, what was found, and the way back. */
import { useTranslation } from 'react-i18next'
import { Download, PackageCheck, Search, Undo2 } from 'lucide-react'
import type { UpdatesView } from '#shared/updates/contract.ts'
import type { UpdateWish } from '#shared/updates/offer.ts'
import { useUi } from '../stores/till-ui.ts'
import { Button } from '../kit/button.tsx'
import { Field, useTyped } from '../kit/field.tsx'
import { Notice, RefusalNotice } from '../kit/notice.tsx'
import { useRefusalText } from '../kit/use-texts.ts'
import { SectionFrame } from '../kit/section.tsx'
import styles from '../settings/settings.module.css'
import { useUpdates, type UpdatesState } from './use-updates.ts'

export function UpdatesCard() {
  const { t } = useTranslation()
  const updates = useUpdates()
  const { view, refused } = updates
  return (
    <SectionFrame title={t('updates.title')} lead={t('updates.lead')}>
      <RefusalNotice refusal={refused} shownAt={['place']} testId="updates-refused" />
      {view === null && refused === null && <Notice tone="plain">{t('common.loading')}</Notice>}
      {view !== null && <Known view={view} updates={updates} />}
    </SectionFrame>
  )
}

interface PartProps {
  readonly view: UpdatesView
  readonly updates: UpdatesState
}

function Known({ view, updates }: PartProps) {
  const { t } = useTranslation()
  const refusalText = useRefusalText()
  const { machine } = view
  return (
    <>
      <p data-testid="version-here">{t('updates.here', { version: machine.version })}</p>
      {machine.refusal !== null && (
        <Notice tone={machine.kind === null ? 'plain' : 'bad'} testId="updates-trouble">
          {refusalText(machine.refusal)}
        </Notice>
      )}
      {machine.kind !== null && (
        <>
          <PlacePart view={view} updates={updates} />
          {machine.ordered === null ? (
            <NewPart view={view} updates={updates} />
          ) : (
            <OrderedPart view={view} updates={updates} />
          )}
          {machine.wayBack !== null && machine.ordered === null && (
            <BackPart view={view} updates={updates} />
          )}
        </>
      )}
    </>
  )
}

function PlacePart({ view, updates }: PartProps) {
  const ui = useUi()
  const { t } = useTranslation()
  const { text, field } = useTyped(view.place)
  const { machine } = view
  const isRunning = machine.task !== null
  const isTyped = text.trim() !== view.place
  const { refused } = updates
  return (
    <div className={styles.stack}>
      <Field
        label={t('updates.place')}
        {...field}
        hint={t('updates.placeHint')}
        testId="update-place"
        maxLength={500}
        refusal={refused?.field === 'place' ? refused : null}
      />
      <div className={styles.trial}>
        <Button
          onPress={() => void updates.ask(ui.port.chooseUpdatePlace({ place: text }))}
          isDisabled={!isTyped || isRunning}
          data-testid="save-update-place"
        >
          {t('common.save')}
        </Button>
        <Button
          onPress={() => void updates.ask(ui.port.lookForUpdate())}
          isDisabled={isTyped || view.place === '' || isRunning}
          data-testid="look-for-update"
        >
          <Search size={20} aria-hidden="true" />
          {t(machine.task === 'looking' ? 'updates.looking' : 'updates.look')}
        </Button>
      </div>
    </div>
  )
}

const megabytes = (bytes: number) => Math.max(1, Math.round(bytes / 1e6))

/** What was found, fetched, and may be installed. */
function NewPart({ view, updates }: PartProps) {
  const ui = useUi()
  const { t, i18n } = useTranslation()
  const { machine } = view
  const { found, ready, progress } = machine
  return (
    <div className={styles.stack} role="status">
      {found !== null && ready === null && (
        <>
          <Notice tone="info" testId="update-found">
            {t('updates.found', {
              version: found.version,
              date: new Date(found.releaseDate).toLocaleDateString(i18n.language),
              megabytes: megabytes(found.bytes),
            })}
          </Notice>
          <div className={styles.trial}>
            <Button
              onPress={() => void updates.ask(ui.port.fetchUpdate())}
              isDisabled={machine.task !== null}
              data-testid="fetch-update"
            >
              <Download size={20} aria-hidden="true" />
              {progress === null
                ? t('updates.fetch')
                : t('updates.fetching', {
                    done: megabytes(progress.done),
                    total: megabytes(progress.total),
                  })}
            </Button>
          </div>
        </>
      )}
      {ready !== null && (
        <>
          <Notice tone="good" testId="update-ready">
            {t('updates.ready', { version: ready.version })}
          </Notice>
          {!machine.keepsPresent && (
            <Notice tone="info" testId="no-way-back">
              {t('updates.noWayBack', { version: machine.version })}
            </Notice>
          )}
          <OrderButton view={view} updates={updates} wish="update" />
        </>
      )}
    </div>
  )
}

function BackPart({ view, updates }: PartProps) {
  const { t } = useTranslation()
  return (
    <div className={styles.stack}>
      <h3 className={styles.partTitle}>{t('updates.back')}</h3>
      <p className={styles.lead}>
        {t('updates.backLead', { version: view.machine.wayBack?.version ?? '' })}
      </p>
      <OrderButton view={view} updates={updates} wish="way-back" />
    </div>
  )
}

/** Beside it why it cannot be now; it is asked again when it is pressed. */
function OrderButton({ view, updates, wish }: PartProps & { readonly wish: UpdateWish }) {
  const ui = useUi()
  const { t } = useTranslation()
  const refusalText = useRefusalText()
  const isBack = wish === 'way-back'
  const mayNot = isBack ? view.mayNotGoBack : view.mayNotUpdate
  const version = (isBack ? view.machine.wayBack : view.machine.ready)?.version ?? ''
  const Icon = isBack ? Undo2 : PackageCheck
  return (
    <>
      {mayNot !== null && (
        <Notice tone="info" testId={`may-not-${wish}`}>
          {refusalText(mayNot)}
        </Notice>
      )}
      <div className={styles.trial}>
        <Button
          variant={isBack ? 'quiet' : 'primary'}
          onPress={() => void updates.ask(ui.port.orderUpdate({ wish, version }))}
          data-testid={`order-${wish}`}
        >
          <Icon size={20} aria-hidden="true" />
          {t(isBack ? 'updates.backButton' : 'updates.install', { version })}
        </Button>
      </div>
    </>
  )
}

function OrderedPart({ view, updates }: PartProps) {
  const ui = useUi()
  const { t } = useTranslation()
  return (
    <div className={styles.stack}>
      <Notice tone="good" testId="update-ordered">
        {t('updates.ordered', { version: view.machine.ordered?.version ?? '' })}
      </Notice>
      <div className={styles.trial}>
        <Button
          onPress={() => void updates.ask(ui.port.cancelUpdate())}
          data-testid="cancel-update"
        >
          {t('updates.cancel')}
        </Button>
      </div>
    </div>
  )
}
