/** A till taken to another computer, and brought from one. */
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Eye, PackageCheck, PackageOpen, Truck, Undo2 } from 'lucide-react'
import { useStore } from 'zustand'
import type { MovePreview } from '#shared/bridge/support.ts'
import { useUi } from '../stores/till-ui.ts'
import { Button } from '../components/button.tsx'
import { Form } from '../components/form.tsx'
import { useTyped } from '../components/field.tsx'
import { Notice } from '../components/notice.tsx'
import styles from '../settings/settings.module.css'
import { AskButton } from './ask-button.tsx'
import { Decision } from './decision.tsx'
import { Facts } from './facts.tsx'
import { CodeField, FolderField } from './place-fields.tsx'
import { whenText } from './when-text.ts'
import type { Part, PartProps } from './use-support.ts'

export function MovePart({ support }: PartProps) {
  const ui = useUi()
  const { t } = useTranslation()
  const rest = useStore(ui.status, ({ status }) => status?.rest ?? null)
  const isNew = useStore(ui.status, ({ bootstrap }) => bootstrap?.missing[0] === 'shop')
  if (isNew && rest === null) return <Bring support={support} />
  return (
    <>
      <div className={styles.stack} data-testid="move-part">
        <h3 className={styles.partTitle}>{t('support.move')}</h3>
        <p className={styles.lead}>{t('support.moveLead')}</p>
        {rest !== null && (
          <Notice tone="wait" testId="rest-state">
            {t(rest.state === 'left' ? 'support.restLeft' : 'support.restPacking')}
          </Notice>
        )}
        {rest?.state !== 'left' && <Leave support={support} />}
        {rest?.state === 'packing' && (
          <p>
            <AskButton
              support={support}
              part="move"
              ask={() => ui.port.cancelMove()}
              data-testid="cancel-move"
            >
              <Undo2 size={20} aria-hidden="true" />
              {t('support.backHere')}
            </AskButton>
          </p>
        )}
        {rest?.state === 'left' && <TakeBack support={support} />}
      </div>
      {rest?.state !== 'packing' && <Bring support={support} />}
    </>
  )
}

/** The code is on paper before anything is done: what rests without it has no way out. */
function Leave({ support }: PartProps) {
  const ui = useUi()
  const { t } = useTranslation()
  const folder = useTyped()
  const [code, setCode] = useState<string | null>(null)
  const isEmpty = folder.text.trim() === ''
  const begin = () =>
    void support
      .ask('move', ui.port.newMoveCode())
      .then((answer) => answer !== null && setCode(answer.code))
  const leave = (noted: string) => {
    setCode(null)
    void support.ask('move', ui.port.startMove({ folder: folder.text, code: noted }))
  }
  return (
    <Form
      className={styles.stack}
      onSubmit={() => {
        if (!isEmpty && code === null) begin()
      }}
    >
      <FolderField
        typed={folder}
        label={t('support.moveFolder')}
        refusal={support.refusedAt('move', 'folder')}
        testId="move-folder"
      />
      {code === null ? (
        <p>
          <Button
            type="submit"
            isDisabled={isEmpty || support.isRunning}
            data-testid="prepare-move"
          >
            <Truck size={20} aria-hidden="true" />
            {t('support.moveBegin')}
          </Button>
        </p>
      ) : (
        <Notice tone="wait" testId="move-code">
          <p>{t('support.moveCodeLead')}</p>
          <p className={styles.recoveryCode}>
            <output>{code}</output>
          </p>
          <div className={styles.trial}>
            <Button variant="danger" onPress={() => leave(code)} data-testid="move-now">
              <Truck size={20} aria-hidden="true" />
              {t('support.moveNow')}
            </Button>
            <Button onPress={() => setCode(null)} data-testid="move-not">
              {t('support.moveNot')}
            </Button>
          </div>
        </Notice>
      )}
    </Form>
  )
}

function TakeBack({ support }: PartProps) {
  const ui = useUi()
  const { t } = useTranslation()
  return (
    <PackageForm
      support={support}
      part="take-back"
      onSubmit={(place) => void support.ask('take-back', ui.port.startTakeBack(place))}
    >
      <Undo2 size={20} aria-hidden="true" />
      {t('support.backHere')}
    </PackageForm>
  )
}

interface PackageFormProps extends PartProps {
  readonly part: Part
  readonly onSubmit: (place: { readonly folder: string; readonly code: string }) => void
  readonly children: React.ReactNode
}

function PackageForm({ support, part, onSubmit, children }: PackageFormProps) {
  const { t } = useTranslation()
  const folder = useTyped()
  const code = useTyped()
  const isReady = folder.text.trim() !== '' && code.text.trim() !== '' && !support.isRunning
  return (
    <Form
      className={styles.stack}
      onSubmit={() => {
        if (isReady) onSubmit({ folder: folder.text, code: code.text })
      }}
    >
      <FolderField
        typed={folder}
        label={t('support.moveFolder')}
        refusal={support.refusedAt(part, 'folder')}
        testId={`${part}-folder`}
      />
      <CodeField
        typed={code}
        label={t('support.bringCode')}
        refusal={support.refusedAt(part, 'code')}
        testId={`${part}-code`}
      />
      <p>
        <Button type="submit" isDisabled={!isReady} data-testid={part}>
          {children}
        </Button>
      </p>
    </Form>
  )
}

function Bring({ support }: PartProps) {
  const ui = useUi()
  const { t } = useTranslation()
  const [isLooking, setLooking] = useState(false)
  const done = support.job?.done
  const preview =
    isLooking && done?.task === 'look-at-move' && !support.isRunning ? done.preview : null
  const look = (place: { readonly folder: string; readonly code: string }) => {
    setLooking(true)
    void support.ask('bring', ui.port.startMoveLook(place))
  }
  return (
    <div className={styles.stack} data-testid="bring-part">
      <h3 className={styles.partTitle}>{t('support.bring')}</h3>
      <p className={styles.lead}>{t('support.bringLead')}</p>
      {preview === null ? (
        <PackageForm support={support} part="bring" onSubmit={look}>
          <Eye size={20} aria-hidden="true" />
          {t('support.bringLook')}
        </PackageForm>
      ) : (
        <Preview support={support} preview={preview} onLeave={() => setLooking(false)} />
      )}
    </div>
  )
}

function Preview({
  support,
  preview,
  onLeave,
}: PartProps & { readonly preview: MovePreview; readonly onLeave: () => void }) {
  const ui = useUi()
  const { t } = useTranslation()
  const { packageId, salesHere } = preview
  return (
    <>
      <PackageFacts preview={preview} />
      {salesHere > 0 && (
        <Notice tone="wait" testId="sales-here">
          {t('support.hereAside', { count: salesHere })}
        </Notice>
      )}
      <Decision
        support={support}
        part="bring"
        preview={preview}
        accept={
          <>
            <PackageOpen size={20} aria-hidden="true" />
            {t('support.bringNow')}
          </>
        }
        leave={
          <>
            <PackageCheck size={20} aria-hidden="true" />
            {t('support.bringNot')}
          </>
        }
        onAccept={(otherRut) =>
          void support.ask('bring', ui.port.startArrival({ packageId, otherRut }))
        }
        onLeave={onLeave}
      />
    </>
  )
}

function PackageFacts({ preview }: { readonly preview: MovePreview }) {
  const { t } = useTranslation()
  const { shopName, rut, registerNumber, sales, unissued, lastFolio, lastSaleAt } = preview
  const rows: readonly (readonly [string, string])[] = [
    [t('support.madeAt'), whenText(preview.at)],
    [t('support.ofShop'), `${shopName} ${rut}`.trim() || t('support.noShop')],
    [t('support.ofRegister'), String(registerNumber)],
    [t('support.ofSales'), String(sales)],
    [t('support.waiting'), String(unissued)],
    [t('support.lastFolio'), lastFolio === null ? '—' : String(lastFolio)],
    [t('support.lastSale'), lastSaleAt === null ? '—' : whenText(lastSaleAt)],
  ]
  return <Facts rows={rows} testId="move-facts" />
}
