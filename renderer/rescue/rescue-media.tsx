/** The copies on sticks and network folders, and the code that opens those of no key here. */
import { useCallback, useEffect, useRef, useState, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { FolderSearch, KeyRound, RefreshCw } from 'lucide-react'
import type { RescueMedium } from '#shared/backup/rescue.ts'
import type { Refusal } from '#shared/languages/refusals.ts'
import { Button } from '../kit/button.tsx'
import { useTyped } from '../kit/field.tsx'
import { Form, useIsSending } from '../kit/form.tsx'
import { Notice, RefusalNotice } from '../kit/notice.tsx'
import { CodeField, FolderField } from '../support/place-fields.tsx'
import { whenText } from '../support/when-text.ts'
import { Backup } from './rescue-backup.tsx'
import type { RescuePort } from './rescue-port.ts'
import type { Restoring } from './use-restoring.ts'
import styles from './rescue.module.css'

interface Shown extends RescueMedium {
  /** That opened its copies; null for the till's own key. */
  readonly code: string | null
  /** By its folder or code, and not found by itself. */
  readonly isAsked: boolean
}

interface MediaProps {
  readonly port: RescuePort
  readonly restoring: Restoring
  /** Nothing on this computer brings the till back. */
  readonly isOnlyWay: boolean
}

export function Media({ port, restoring, isOnlyWay }: MediaProps) {
  const { t } = useTranslation()
  const [media, setMedia] = useState<readonly Shown[] | null>(null)
  const look = useCallback(async () => {
    const found = await port.media()
    setMedia(found.map((medium) => ({ ...medium, code: null, isAsked: false })))
  }, [port])
  useEffect(() => void look(), [look])
  const lookAgain = () => {
    setMedia(null)
    void look()
  }
  const open = async (folder: string, code: string | null): Promise<Refusal | null> => {
    const answer = await port.copies(folder, code)
    if (!answer.ok) return answer.refusal
    setMedia((before) => {
      const others = (before ?? []).filter((medium) => medium.folder !== folder)
      return [{ ...answer.medium, code, isAsked: true }, ...others]
    })
    return null
  }
  return (
    <section className={styles.media} aria-label={t('rescue.onMedia')}>
      <h2 className={styles.part}>{t('rescue.onMedia')}</h2>
      {media === null && <Notice tone="wait">{t('rescue.looking')}</Notice>}
      {media?.length === 0 && <p data-testid="rescue-no-media">{t('rescue.noMedia')}</p>}
      {media?.map((medium, at) => (
        <Medium
          key={medium.folder}
          medium={medium}
          isFirst={isOnlyWay && at === 0}
          restoring={restoring}
          onCode={(code) => open(medium.folder, code)}
        />
      ))}
      <p>
        <Button
          onPress={lookAgain}
          isDisabled={media === null}
          keepsFocus
          data-testid="rescue-look-again"
        >
          <RefreshCw size={20} aria-hidden="true" />
          {media === null ? t('common.oneMoment') : t('rescue.lookAgain')}
        </Button>
      </p>
      <TypedFolder onFolder={(folder) => open(folder, null)} />
    </section>
  )
}

interface MediumProps {
  readonly medium: Shown
  readonly isFirst: boolean
  readonly restoring: Restoring
  readonly onCode: (code: string) => Promise<Refusal | null>
}

function Medium({ medium, isFirst, restoring, onCode }: MediumProps) {
  const { t } = useTranslation()
  const { folder, copies, sealed, code, isAsked } = medium
  const whole = useRef<HTMLDivElement>(null)
  useEffect(() => {
    // What was typed has led here: the hand goes on with the first copy, or its code.
    if (isAsked) whole.current?.querySelector<HTMLElement>('button, input')?.focus()
  }, [isAsked, code])
  return (
    <div className={styles.medium} ref={whole} data-testid="rescue-medium">
      <h3 className={styles.part}>{folder}</h3>
      {copies.length > 0 && (
        <ul className={styles.backups}>
          {copies.map((backup, at) => (
            <Backup
              key={backup.name}
              backup={backup}
              isFirst={isFirst && at === 0}
              restoring={restoring.of(backup.name, folder)}
              onPress={() => restoring.begin({ kind: 'copy', name: backup.name, folder, code })}
            />
          ))}
        </ul>
      )}
      {sealed !== null && (
        <>
          <p>{t('rescue.sealed', { count: sealed.count, when: whenText(sealed.newestAt) })}</p>
          <CodeForm onCode={onCode} />
        </>
      )}
    </div>
  )
}

function CodeForm({ onCode }: Pick<MediumProps, 'onCode'>) {
  const { t } = useTranslation()
  const [refused, setRefused] = useState<Refusal | null>(null)
  const code = useTyped('', () => setRefused(null))
  return (
    <Asked
      refused={refused}
      field="code"
      onSubmit={async () => setRefused(await onCode(code.text))}
      button={
        <AskButton isDisabled={code.text.trim() === ''} testId="rescue-open-copies">
          <KeyRound size={20} aria-hidden="true" />
          {t('rescue.openCopies')}
        </AskButton>
      }
    >
      <CodeField
        typed={code}
        label={t('support.codeOfPlace')}
        hint={t('rescue.codeHint')}
        refusal={refused?.field === 'code' ? refused : null}
        testId="rescue-code"
      />
    </Asked>
  )
}

function TypedFolder({
  onFolder,
}: {
  readonly onFolder: (folder: string) => Promise<Refusal | null>
}) {
  const { t } = useTranslation()
  const [refused, setRefused] = useState<Refusal | null>(null)
  const folder = useTyped('', () => setRefused(null))
  return (
    <Asked
      refused={refused}
      field="folder"
      onSubmit={async () => setRefused(await onFolder(folder.text))}
      button={
        <AskButton isDisabled={folder.text.trim() === ''} testId="rescue-find-copies">
          <FolderSearch size={20} aria-hidden="true" />
          {t('support.findCopies')}
        </AskButton>
      }
    >
      <FolderField
        typed={folder}
        label={t('rescue.otherFolder')}
        refusal={refused?.field === 'folder' ? refused : null}
        testId="rescue-folder"
      />
    </Asked>
  )
}

interface AskedProps {
  readonly refused: Refusal | null
  /** Says itself what is wrong with it. */
  readonly field: string
  readonly onSubmit: () => Promise<void>
  readonly button: ReactNode
  readonly children: ReactNode
}

function Asked({ refused, field, onSubmit, button, children }: AskedProps) {
  return (
    <Form className={styles.asked} onSubmit={onSubmit}>
      {children}
      <RefusalNotice refusal={refused} shownAt={[field]} />
      <p>{button}</p>
    </Form>
  )
}

interface AskButtonProps {
  readonly isDisabled: boolean
  readonly testId: string
  readonly children: ReactNode
}

function AskButton({ isDisabled, testId, children }: AskButtonProps) {
  const { t } = useTranslation()
  const isSending = useIsSending()
  return (
    <Button type="submit" isDisabled={isDisabled || isSending} keepsFocus data-testid={testId}>
      {isSending ? t('common.oneMoment') : children}
    </Button>
  )
}
