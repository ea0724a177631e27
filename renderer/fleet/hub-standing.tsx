/** The hub of this till's place: whether it is heard, and where it is looked for. */
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ADDRESS_CHARS_MAX } from '#shared/fleet/hub-contract.ts'
import type { FleetView, HubView, MissedHubView } from '#shared/fleet/views.ts'
import type { Refusal } from '#shared/languages/refusals.ts'
import { callCore } from '../actions/counter.ts'
import { Button } from '../kit/button.tsx'
import { Field } from '../kit/field.tsx'
import { Form } from '../kit/form.tsx'
import { Notice } from '../kit/notice.tsx'
import { useUi } from '../stores/till-ui.ts'
import { whenText } from '../support/when-text.ts'
import settings from '../settings/settings.module.css'

const TONES = { own: 'good', deaf: 'bad', heard: 'good', away: 'wait' } as const

interface Props {
  readonly hub: HubView
  readonly onTyped: (view: FleetView) => void
}

/** Whom this till asks where there is no internet. */
export function HubStanding({ hub, onTyped }: Props) {
  const { t } = useTranslation()
  const { number, name, isOwn, isHeard, addresses } = hub
  const own = addresses.length > 0 ? 'own' : 'deaf'
  const state = isOwn ? own : isHeard ? 'heard' : 'away'
  return (
    <>
      <Notice tone={TONES[state]} testId={`hub-${state}`}>
        <p>{t(`fleet.hubs.${state}`, { number, name, where: addresses.join(' · ') })}</p>
      </Notice>
      {!isOwn && (!isHeard || hub.typed !== '') && <AddressForm hub={hub} onTyped={onTyped} />}
    </>
  )
}

/** Its term has ended by its silence; it is the hub again with its next word. */
export function HubMissed({ number, name, since }: MissedHubView) {
  const { t } = useTranslation()
  return (
    <Notice tone="wait" testId="hub-missed">
      <p>{t('fleet.hubs.missed', { number, name, when: whenText(since) })}</p>
    </Notice>
  )
}

function AddressForm({ hub, onTyped }: Props) {
  const ui = useUi()
  const { t } = useTranslation()
  const [address, setAddress] = useState(hub.typed)
  const [refused, setRefused] = useState<Refusal | null>(null)
  const keep = async () => {
    const typed = await callCore(ui, ui.port.typeHubAddress({ address }))
    setRefused(typed?.ok === false ? typed.refusal : null)
    if (typed?.ok === true) onTyped(typed.value)
  }
  return (
    <Form className={settings.stack} onSubmit={keep}>
      <Field
        label={t('fleet.hubAddress')}
        value={address}
        onChange={setAddress}
        hint={t('fleet.hubAddressHint')}
        refusal={refused}
        autoComplete="off"
        maxLength={ADDRESS_CHARS_MAX}
        testId="hub-address"
      />
      <Button type="submit" data-testid="hub-address-keep">
        {t('fleet.hubAddressKeep')}
      </Button>
    </Form>
  )
}
