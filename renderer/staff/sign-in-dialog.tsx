import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useStore } from 'zustand'
import { Lock } from 'lucide-react'
import { useUi } from '../stores/till-ui.ts'
import { ActionButton } from '../kit/action-button.tsx'
import { leaveDialog, callCore } from '../actions/counter.ts'
import { Button } from '../kit/button.tsx'
import { LeavePractice } from '../kit/leave-practice.tsx'
import { Notice } from '../kit/notice.tsx'
import { Sheet } from '../kit/sheet.tsx'
import { UseOwnerCode } from './owner-code.tsx'
import { PinForm } from './pin-form.tsx'

/** Who serves from here on. The cart stays. Locked, the counter opens for nothing else. */
export function SignInDialog({ isLocked }: { readonly isLocked: boolean }) {
  const ui = useUi()
  const { t } = useTranslation()
  const { staff, lastId, scansRefused } = useStore(ui.staff)
  const [asked, setAsked] = useState<Asked | null>(null)
  const [isForgotten, setForgotten] = useState(false)
  if (staff === null) return null
  const close = ui.screen.getState().close
  const owners = staff.members.filter(({ role }) => role === 'owner')
  if (isForgotten) return <UseOwnerCode owners={owners} onClose={() => setForgotten(false)} />
  if (asked !== null) return <HandOverDialog asked={asked} onBack={() => setAsked(null)} />
  const others = staff.members.filter(({ id }) => id !== staff.current?.id)
  const form = isLocked
    ? ({ occasion: 'locked', members: staff.members, firstId: lastId, onClose: null } as const)
    : ({ occasion: 'switch', members: others, firstId: null, onClose: close } as const)
  return (
    <PinForm
      key={form.occasion}
      title={t(`staff.${form.occasion}Title`)}
      lead={t(`staff.${form.occasion}Lead`)}
      members={form.members}
      firstId={form.firstId}
      submitLabel={t('staff.signIn')}
      onClose={form.onClose}
      onPin={async (staffId, pin) => {
        const refused = await callCore(ui, ui.staff.getState().signIn(staffId, pin))
        if (refused?.code === 'SALE_HAS_PAYMENTS')
          setAsked({ staffId, pin, what: refused.params['what'] ?? '' })
        if (refused === null && ui.status.getState().link !== 'down') leaveDialog(ui)
        return refused
      }}
    >
      {!isLocked && (
        <ActionButton
          action="lock"
          icon={<Lock size={19} aria-hidden="true" />}
          data-testid="lock"
        />
      )}
      {isLocked && ui.place === 'practice' && (
        <Notice tone="info" testId="locked-practice">
          <span>{t('guide.practising')}</span> <LeavePractice testId="leave-locked-practice" />
        </Notice>
      )}
      {isLocked && scansRefused > 0 && (
        <Notice tone="wait" testId="locked-scan">
          {t('staff.lockedScan', { count: scansRefused })}
        </Notice>
      )}
      {isLocked && staff.demoPins.length === 0 && (
        <Button variant="quiet" onPress={() => setForgotten(true)} data-testid="pin-forgotten">
          {t('ownerCode.forgotten')}
        </Button>
      )}
    </PinForm>
  )
}

interface Asked {
  readonly staffId: string
  readonly pin: string
  readonly what: string
}

/**
 * Payments somebody else took: whoever goes on with them says so. The PIN has been typed and was
 * right.
 */
function HandOverDialog({
  asked: { staffId, pin, what },
  onBack,
}: {
  readonly asked: Asked
  readonly onBack: () => void
}) {
  const ui = useUi()
  const { t } = useTranslation()
  const enter = async (isParked: boolean) => {
    const refused = await callCore(ui, ui.staff.getState().signIn(staffId, pin, true))
    if (refused !== null || ui.status.getState().link === 'down') return onBack()
    ui.screen.getState().go('sale')
    if (isParked) ui.screen.getState().open({ kind: 'park' })
  }
  return (
    <Sheet
      title={t('openSale.handOverTitle')}
      lead={t('openSale.handOverLead', { what })}
      role="alertdialog"
      onClose={null}
      onSubmit={() => enter(false)}
      actions={
        <>
          <Button onPress={onBack}>{t('openSale.back')}</Button>
          <Button onPress={() => void enter(true)} data-testid="hand-over-park">
            {t('openSale.handOverPark')}
          </Button>
          <Button variant="primary" type="submit" autoFocus data-testid="hand-over">
            {t('openSale.handOver')}
          </Button>
        </>
      }
    />
  )
}
