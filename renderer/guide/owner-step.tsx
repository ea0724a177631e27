import { useTranslation } from 'react-i18next'
import { PIN_DIGITS_MAX } from '#shared/staff/pin.ts'
import { Form } from '../kit/form.tsx'
import { Field } from '../kit/field.tsx'
import { Notice } from '../kit/notice.tsx'
import { useRefusalText } from '../kit/use-texts.ts'
import { SectionFrame, useUnsaved } from '../kit/section.tsx'
import { OwnerCodePart } from '../staff/owner-code.tsx'
import type { StepContentProps } from './step-props.ts'
import { useOwner } from './use-owner.ts'
import settingsStyles from '../settings/settings.module.css'

const FIELDS = ['name', 'pin', 'again'] as const

/**
 * The owner's name, and a PIN typed twice: a mistyped one would lock its owner out. Going on saves
 * it.
 */
export function OwnerStep({ staff, onNext }: StepContentProps) {
  const { t } = useTranslation()
  const refusalText = useRefusalText()
  const owner = useOwner()
  const { typed, problem, change } = owner
  useUnsaved({ ...owner, isDirty: owner.isDirty && !staff.isOn }, t('guide.names.owner'))
  if (staff.isOn)
    return (
      <SectionFrame title={t('guide.names.owner')}>
        <Notice tone="good" testId="guide-owner">
          {t('guide.ownerDone', {
            name: staff.members.find(({ role }) => role === 'owner')?.name ?? '',
          })}
        </Notice>
        {staff.current?.role === 'owner' && <OwnerCodePart />}
      </SectionFrame>
    )
  const pinOf = (field: 'pin' | 'again') => (
    <Field
      label={t(field === 'pin' ? 'staff.pin' : 'guide.pinAgain')}
      value={typed[field]}
      onChange={(text) => change({ [field]: text.replace(/\D/g, '').slice(0, PIN_DIGITS_MAX) })}
      refusal={problem?.field === field ? problem : null}
      type="password"
      inputMode="numeric"
      maxLength={PIN_DIGITS_MAX}
      autoComplete="new-password"
      testId={`guide-${field}`}
      {...(field === 'pin' ? { hint: t('staff.pinHint') } : {})}
    />
  )
  const isElsewhere = problem !== null && !FIELDS.some((field) => field === problem.field)
  return (
    <SectionFrame title={t('guide.names.owner')}>
      <Form className={settingsStyles.stack} onSubmit={onNext}>
        <Field
          label={t('staff.name')}
          value={typed.name}
          onChange={(name) => change({ name })}
          refusal={problem?.field === 'name' ? problem : null}
          maxLength={40}
          testId="guide-name"
        />
        {pinOf('pin')}
        {pinOf('again')}
        {isElsewhere && <Notice tone="bad">{refusalText(problem)}</Notice>}
        {/* Enter in a field goes on; the key that does is the step's own. */}
        <button type="submit" className="visually-hidden" tabIndex={-1} aria-hidden="true" />
      </Form>
    </SectionFrame>
  )
}
