/** The owner's code on paper: made in the settings, used where a PIN is asked for. */
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { KeyRound } from 'lucide-react'
import type { StaffMember } from '#shared/staff/views.ts'
import type { EpochMs } from '#shared/core/brand.ts'
import type { Refusal } from '#shared/languages/refusals.ts'
import { PIN_DIGITS_MAX } from '#shared/staff/pin.ts'
import { CODE_CHARS_MAX } from '#shared/text/recovery-code.ts'
import { santiagoDate } from '#shared/time/santiago.ts'
import { printDate } from '#shared/time/calendar.ts'
import { callCore } from '../actions/counter.ts'
import { PrintKey } from '../kit/print-key.tsx'
import { Button } from '../kit/button.tsx'
import { Segments } from '../kit/choices.tsx'
import { Field } from '../kit/field.tsx'
import { Notice, RefusalNotice } from '../kit/notice.tsx'
import { Sheet } from '../kit/sheet.tsx'
import { SubmitButton } from '../kit/submit-button.tsx'
import styles from '../settings/settings.module.css'
import { useUi } from '../stores/till-ui.ts'
import { CodeOnce } from '../kit/code-once.tsx'
import { take } from './take-staff.ts'

/** In the settings: whether there is one, and a new one, shown once. */
export function OwnerCodePart() {
  const ui = useUi()
  const { t } = useTranslation()
  const [madeAt, setMadeAt] = useState<EpochMs | null>(null)
  const [code, setCode] = useState<string | null>(null)
  const [problem, setProblem] = useState<Refusal | null>(null)
  useEffect(() => {
    let isGone = false
    void callCore(ui, ui.port.ownerCode()).then((known) => {
      if (!isGone && known?.ok === true) setMadeAt(known.value.madeAt)
    })
    return () => {
      isGone = true
    }
  }, [ui, code])
  const make = async () => {
    const made = await callCore(ui, ui.port.makeOwnerCode())
    if (made === null) return
    setProblem(made.ok ? null : made.refusal)
    if (made.ok) setCode(made.value.code)
  }
  return (
    <div className={styles.stack}>
      <h3 className={styles.partTitle}>{t('ownerCode.title')}</h3>
      <p className={styles.lead}>{t('ownerCode.lead')}</p>
      <RefusalNotice refusal={problem} testId="owner-code-trouble" />
      {code === null ? (
        <>
          <Notice tone={madeAt === null ? 'wait' : 'plain'} testId="owner-code-state">
            {madeAt === null
              ? t('ownerCode.none')
              : t('ownerCode.madeAt', { date: printDate(santiagoDate(madeAt)) })}
          </Notice>
          <p>
            <Button onPress={() => void make()} data-testid="make-owner-code">
              <KeyRound size={18} aria-hidden="true" />
              {t(madeAt === null ? 'ownerCode.make' : 'ownerCode.again')}
            </Button>
          </p>
        </>
      ) : (
        <CodeOnce
          code={code}
          lead={t('ownerCode.once')}
          way={<PrintCode code={code} />}
          done={() => setCode(null)}
        />
      )}
    </div>
  )
}

/** Onto the receipt printer's paper, where that keeps nothing of it. */
function PrintCode({ code }: { readonly code: string }) {
  const { t } = useTranslation()
  return (
    <PrintKey
      print={({ port }) => port.printOwnerCode({ code })}
      words={{ key: t('ownerCode.print'), busy: t('ownerCode.printing') }}
      testIds={{ key: 'print-owner-code', trouble: 'print-code-trouble' }}
    >
      <p data-testid="code-printed">{t('ownerCode.printed')}</p>
    </PrintKey>
  )
}

/** At the locked counter. Afterwards the owner comes in with the new PIN, as always. */
export function UseOwnerCode({
  owners,
  onClose,
}: {
  readonly owners: readonly StaffMember[]
  readonly onClose: () => void
}) {
  const { t } = useTranslation()
  const { typed, problem, change, submit } = useTyped(owners, onClose)
  const at = (field: string) => (problem?.field === field ? problem : null)
  return (
    <Sheet
      title={t('ownerCode.use')}
      lead={t('ownerCode.useLead')}
      onClose={onClose}
      onSubmit={submit}
      actions={<SubmitButton label={t('ownerCode.submit')} testId="use-owner-code" />}
    >
      {owners.length > 1 && (
        <Segments
          label={t('staff.who')}
          value={typed.staffId}
          onChange={(staffId) => change({ staffId })}
          options={owners.map(({ id, name }) => ({ value: id, label: name }))}
        />
      )}
      <Field
        label={t('ownerCode.code')}
        value={typed.code}
        onChange={(code) => change({ code })}
        refusal={at('code')}
        autoFocus
        maxLength={CODE_CHARS_MAX}
        testId="owner-code"
      />
      <Field
        label={t('ownerCode.newPin')}
        value={typed.pin}
        onChange={(text) => change({ pin: text.replace(/\D/g, '') })}
        refusal={at('pin')}
        type="password"
        inputMode="numeric"
        maxLength={PIN_DIGITS_MAX}
        hint={t('staff.pinHint')}
        autoComplete="new-password"
        testId="owner-code-pin"
      />
      <RefusalNotice refusal={problem} shownAt={['code', 'pin']} testId="owner-code-trouble" />
    </Sheet>
  )
}

function useTyped(owners: readonly StaffMember[], onDone: () => void) {
  const ui = useUi()
  const [typed, setTyped] = useState({ staffId: owners[0]?.id ?? '', code: '', pin: '' })
  const [problem, setProblem] = useState<Refusal | null>(null)
  const change = (part: Partial<typeof typed>) => {
    setTyped({ ...typed, ...part })
    setProblem(null)
  }
  const submit = async () => {
    const refused = await take(ui, ui.port.useOwnerCode(typed))
    setProblem(refused)
    if (refused === null) onDone()
  }
  return { typed, problem, change, submit }
}
