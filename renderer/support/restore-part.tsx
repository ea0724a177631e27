/** Back to a backup: chosen, looked at, and only then put in place. */
import { shopText } from '#shared/backup/shop-text.ts'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Eye, FolderSearch, History } from 'lucide-react'
import type { BackupChoice, RestorePreview } from '#shared/backup/views.ts'
import { formatClp } from '#shared/money/clp.ts'
import { useUi } from '../stores/till-ui.ts'
import { Button } from '../kit/button.tsx'
import { Fold } from '../kit/fold.tsx'
import { Form } from '../kit/form.tsx'
import { useTyped } from '../kit/field.tsx'
import { Notice } from '../kit/notice.tsx'
import { ChoiceList } from '../kit/select.tsx'
import styles from '../settings/settings.module.css'
import { Decision } from './decision.tsx'
import { Facts } from './facts.tsx'
import { CodeField, FolderField } from './place-fields.tsx'
import { whenText } from './when-text.ts'
import type { PartProps } from './use-support.ts'

/** Where a backup comes from: this till, or a place with its code. */
interface Source {
  readonly copies: readonly BackupChoice[]
  readonly place: { readonly folder: string; readonly code: string | null } | null
}

/** `isNew`: on a computer that has no till yet; whoever comes here brings one. */
export function RestorePart({ support, isNew }: PartProps & { readonly isNew: boolean }) {
  const ui = useUi()
  const { t } = useTranslation()
  const [source, setSource] = useState<Source>({ copies: [], place: null })
  const [isLooking, setLooking] = useState(false)
  const done = support.job?.done
  const preview = isLooking && done?.task === 'look' && !support.isRunning ? done.preview : null
  useEffect(() => {
    void ui.port.backups().then(
      // What was found on a stick meanwhile stays.
      (answer) =>
        answer.ok &&
        setSource((now) => (now.place === null ? { copies: answer.value, place: null } : now)),
      () => undefined,
    )
  }, [ui, done])
  return (
    <Fold
      title={t(isNew ? 'support.bring' : 'support.restore')}
      opens={isNew}
      testId="restore-part"
    >
      <p className={styles.lead}>{t(isNew ? 'support.bringLead' : 'support.restoreLead')}</p>
      {preview === null ? (
        <>
          {(!isNew || source.place !== null) && (
            <ChooseBackup support={support} source={source} onLook={() => setLooking(true)} />
          )}
          <FromPlace support={support} isAsked={isNew} onFound={setSource} />
        </>
      ) : (
        <Preview
          key={preview.name}
          support={support}
          preview={preview}
          onLeave={() => setLooking(false)}
        />
      )}
    </Fold>
  )
}

function ChooseBackup({
  support,
  source,
  onLook,
}: PartProps & { readonly source: Source; readonly onLook: () => void }) {
  const ui = useUi()
  const { t } = useTranslation()
  const [typed, setTyped] = useState<string | null>(null)
  const { copies, place } = source
  const name = copies.find((copy) => copy.name === typed)?.name ?? copies[0]?.name
  if (name === undefined) return <p>{t('support.noBackups')}</p>
  const look = () => {
    const asked = ui.port.startLook(
      place === null ? { kind: 'backup', name } : { kind: 'copy', name, ...place },
    )
    // Not before, nor where it was refused: what was looked at last would stand there, with its key
    // to restore it.
    void support.ask('restore', asked).then((begun) => begun !== undefined && onLook())
  }
  return (
    <>
      <ChoiceList
        label={place === null ? t('support.ownBackups') : t('support.copiesOf', place)}
        value={name}
        onChange={setTyped}
        testId="backup-choice"
        choices={copies.map((copy) => ({
          value: copy.name,
          label: copy.name.includes('-moved')
            ? t('support.copyOfMove', { when: whenText(copy.at) })
            : whenText(copy.at),
        }))}
      />
      <p>
        <Button onPress={look} isDisabled={support.isRunning} data-testid="look-at-backup">
          <Eye size={20} aria-hidden="true" />
          {t('support.look')}
        </Button>
      </p>
    </>
  )
}

function FromPlace({
  support,
  isAsked,
  onFound,
}: PartProps & { readonly isAsked: boolean; readonly onFound: (source: Source) => void }) {
  const ui = useUi()
  const { t } = useTranslation()
  const [isOpen, setOpen] = useState(isAsked)
  const folder = useTyped(support.view?.secondCopy?.folder ?? '')
  const code = useTyped()
  if (!isOpen)
    return (
      <p>
        <Button variant="quiet" onPress={() => setOpen(true)} data-testid="from-place">
          <FolderSearch size={20} aria-hidden="true" />
          {t('support.fromPlace')}
        </Button>
      </p>
    )
  const find = () => {
    const place = { folder: folder.text, code: code.text.trim() === '' ? null : code.text }
    void support
      .ask('restore', ui.port.copies(place))
      .then((copies) => copies !== undefined && onFound({ copies, place }))
  }
  const at = (field: string) => support.refusedAt('restore', field)
  return (
    <Form className={styles.stack} onSubmit={find}>
      <FolderField
        typed={folder}
        label={t('support.place')}
        refusal={at('folder')}
        testId="from-folder"
      />
      <CodeField
        typed={code}
        label={t('support.codeOfPlace')}
        hint={t('support.codeHint')}
        refusal={at('code')}
        testId="from-code"
      />
      <p>
        <Button type="submit" isDisabled={folder.text.trim() === ''} data-testid="find-copies">
          <FolderSearch size={20} aria-hidden="true" />
          {t('support.findCopies')}
        </Button>
      </p>
    </Form>
  )
}

function Preview({
  support,
  preview,
  onLeave,
}: PartProps & { readonly preview: RestorePreview; readonly onLeave: () => void }) {
  const ui = useUi()
  const { t } = useTranslation()
  const { name, salesSince, salesSinceClp, keepsSalesSince, moved } = preview
  return (
    <>
      <PreviewFacts preview={preview} />
      {salesSince > 0 && (
        <Notice tone={keepsSalesSince ? 'info' : 'bad'} testId="sales-since">
          {t(keepsSalesSince ? 'support.sinceKept' : 'support.sinceLeft', {
            count: salesSince,
            total: formatClp(salesSinceClp),
          })}
        </Notice>
      )}
      <Notice tone={moved === 'again' ? 'bad' : 'wait'} testId="restore-means">
        {t(moved === null ? 'support.restoreMeans' : `support.moved-${moved}`)}
      </Notice>
      <Decision
        support={support}
        part="restore"
        preview={preview}
        accept={
          <>
            <History size={20} aria-hidden="true" />
            {t('support.restoreNow')}
          </>
        }
        leave={t('support.checkInstead')}
        onAccept={(otherRut) =>
          void support.ask('restore', ui.port.startRestore({ name, otherRut }))
        }
        onLeave={onLeave}
      />
    </>
  )
}

function PreviewFacts({ preview }: { readonly preview: RestorePreview }) {
  const { t } = useTranslation()
  const rows: readonly (readonly [string, string])[] = [
    [t('support.madeAt'), whenText(preview.at)],
    [t('support.ofShop'), shopText(preview) || t('support.noShop')],
    [t('support.ofRegister'), String(preview.registerNumber)],
    [t('support.ofSales'), String(preview.sales)],
    [t('support.waiting'), String(preview.unissued)],
    [t('support.lastFolio'), preview.lastFolio === null ? '—' : String(preview.lastFolio)],
    [t('support.lastSale'), preview.lastSaleAt === null ? '—' : whenText(preview.lastSaleAt)],
  ]
  return <Facts rows={rows} testId="backup-facts" />
}
