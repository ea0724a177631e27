/** What happened, the backups and copies there are, and one press that brings one back. */
import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { RescueView } from '#shared/backup/rescue.ts'
import type { RestoreDone } from '#shared/backup/views.ts'
import { Button } from '../kit/button.tsx'
import { useTyped } from '../kit/field.tsx'
import { Form } from '../kit/form.tsx'
import { Notice, RefusalNotice } from '../kit/notice.tsx'
import { RestoreText } from '../support/job-state.tsx'
import { OtherRutField } from '../support/place-fields.tsx'
import { Backup } from './rescue-backup.tsx'
import { Media } from './rescue-media.tsx'
import type { RescuePort } from './rescue-port.ts'
import { useRestoring, type Restoring } from './use-restoring.ts'
import styles from './rescue.module.css'

interface RescueProps {
  readonly port: RescuePort
  readonly onOpen: () => void
}

export function RescueScreen({ port, onOpen }: RescueProps) {
  const { t } = useTranslation()
  const [view, setView] = useState<RescueView | null>(null)
  const [done, setDone] = useState<RestoreDone | null>(null)
  useEffect(() => {
    void port.view().then((seen) => (seen === null ? onOpen() : setView(seen)), onOpen)
  }, [port, onOpen])
  if (view === null) return null
  return (
    <div className={styles.page} data-testid="rescue">
      <h1>{t(done === null ? 'rescue.title' : 'rescue.back')}</h1>
      {done === null ? (
        <Choice port={port} view={view} onDone={setDone} />
      ) : (
        <>
          <Notice tone="good" testId="rescued">
            <RestoreText done={done} />
          </Notice>
          <p>
            <Button
              variant="primary"
              size="large"
              autoFocus
              onPress={onOpen}
              data-testid="rescue-open"
            >
              {t('rescue.open')}
            </Button>
          </p>
        </>
      )}
    </div>
  )
}

interface ChoiceProps {
  readonly port: RescuePort
  readonly view: RescueView
  readonly onDone: (done: RestoreDone) => void
}

function Choice({ port, view, onDone }: ChoiceProps) {
  const { t } = useTranslation()
  const restoring = useRestoring(port, onDone)
  const usable = view.backups.filter(({ facts }) => facts !== null)
  return (
    <>
      <Notice tone="bad">{t(`rescue.faults.${view.fault}`)}</Notice>
      <p>{t(usable.length === 0 ? 'rescue.none' : 'rescue.lead')}</p>
      <Refused restoring={restoring} />
      {restoring.isBusy && <Notice tone="wait">{t('rescue.restoring')}</Notice>}
      {usable.length > 0 && (
        <ul className={styles.backups}>
          {usable.map((backup, at) => (
            <Backup
              key={backup.name}
              backup={backup}
              isFirst={at === 0}
              restoring={restoring.of(backup.name, null)}
              onPress={() => restoring.begin({ kind: 'backup', name: backup.name })}
            />
          ))}
        </ul>
      )}
      <Media port={port} restoring={restoring} isOnlyWay={usable.length === 0} />
      <details>
        <summary>{t('rescue.forSupport')}</summary>
        <p>{view.detail}</p>
        <p>{t('rescue.fromStick', { program: view.program })}</p>
      </details>
    </>
  )
}

/** What was in the way; of another shop's copy its RUT is asked. It comes into sight. */
function Refused({ restoring }: { readonly restoring: Restoring }) {
  const { t } = useTranslation()
  const { refused } = restoring
  const place = useRef<HTMLDivElement>(null)
  const otherRut = useTyped()
  useEffect(() => {
    if (refused !== null) place.current?.scrollIntoView({ block: 'nearest' })
  }, [refused])
  const shopName = refused?.field === 'otherRut' ? refused.params['shop'] : undefined
  return (
    <div ref={place}>
      <RefusalNotice refusal={refused} shownAt={['otherRut']} testId="rescue-refused" />
      {shopName !== undefined && (
        <Form className={styles.asked} onSubmit={() => restoring.again(otherRut.text)}>
          <OtherRutField
            typed={otherRut}
            shopName={shopName}
            refusal={refused}
            testId="rescue-other-rut"
          />
          <p>
            <Button type="submit" isDisabled={otherRut.text.trim() === ''}>
              {t('support.restoreNow')}
            </Button>
          </p>
        </Form>
      )}
    </div>
  )
}
