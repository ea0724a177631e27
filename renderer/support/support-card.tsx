/** Copies, restoring, files for support: what keeps a shop going when a machine does not. */
import { useTranslation } from 'react-i18next'
import { useStore } from 'zustand'
import { FileDown, HardDriveDownload, ShieldCheck, Stethoscope } from 'lucide-react'
import { useUi } from '../stores/till-ui.ts'
import { useTyped } from '../kit/field.tsx'
import { Fold } from '../kit/fold.tsx'
import { RefusalNotice } from '../kit/notice.tsx'
import { SectionFrame } from '../kit/section.tsx'
import styles from '../settings/settings.module.css'
import { AskRow } from './ask-button.tsx'
import { DoubtPart } from './doubt-part.tsx'
import { JobState } from './job-state.tsx'
import { MovePart } from './move-part.tsx'
import { FolderField } from './place-fields.tsx'
import { PrinterPart } from './printer-part.tsx'
import { RestorePart } from './restore-part.tsx'
import { SecondCopyPart } from './second-copy-part.tsx'
import { useSupport, type PartProps } from './use-support.ts'

export function SupportCard() {
  const { t } = useTranslation()
  const support = useSupport()
  const { refused } = support
  const ui = useUi()
  // Whoever begins on a new computer has come for the till, or for nothing here.
  const isNew = useStore(ui.status, ({ bootstrap }) => bootstrap?.missing[0] === 'shop')
  return (
    <SectionFrame title={t('support.title')} lead={t('support.lead')}>
      <JobState support={support} />
      <RefusalNotice refusal={refused} testId="support-refused" />
      <DoubtPart support={support} />
      {isNew && <RestorePart support={support} isNew />}
      <HerePart support={support} />
      <SecondCopyPart support={support} />
      <FilesPart support={support} />
      {!isNew && <RestorePart support={support} isNew={false} />}
      <PrinterPart support={support} />
      {!isNew && <MovePart support={support} />}
    </SectionFrame>
  )
}

/** What needs nothing but the till itself. */
function HerePart({ support }: PartProps) {
  const ui = useUi()
  const { t } = useTranslation()
  return (
    <div className={styles.stack}>
      <h3 className={styles.partTitle}>{t('support.here')}</h3>
      <AskRow
        support={support}
        part="here"
        works={[
          ['check', <ShieldCheck size={20} aria-hidden="true" />, () => ui.port.startCheck()],
          [
            'backup',
            <HardDriveDownload size={20} aria-hidden="true" />,
            () => ui.port.startBackup(),
          ],
        ]}
      />
    </div>
  )
}

/** What leaves the till as a file. */
function FilesPart({ support }: PartProps) {
  const ui = useUi()
  const { t } = useTranslation()
  const typed = useTyped()
  const folder = typed.text
  const refusal = support.refusedAt('files', 'folder')
  return (
    <Fold title={t('support.files')} opens={refusal !== null} testId="files-part">
      <p className={styles.lead}>{t('support.filesLead')}</p>
      <FolderField
        typed={typed}
        label={t('support.intoFolder')}
        refusal={refusal}
        testId="files-folder"
      />
      <AskRow
        support={support}
        part="files"
        isDisabled={folder.trim() === ''}
        works={[
          [
            'export',
            <FileDown size={20} aria-hidden="true" />,
            () => ui.port.startExport({ folder }),
          ],
          [
            'diagnostics',
            <Stethoscope size={20} aria-hidden="true" />,
            () => ui.port.startDiagnostics({ folder }),
          ],
        ]}
      />
    </Fold>
  )
}
