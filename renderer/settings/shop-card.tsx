import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useStore } from 'zustand'
import type { ShopView } from '#shared/bridge/views.ts'
import { useUi } from '../app/till-ui.ts'
import { Button } from '../components/button.tsx'
import { Field } from '../components/field.tsx'
import { Tag } from '../components/notice.tsx'
import styles from './settings.module.css'

const FIELDS = ['rut', 'legalName', 'tradeName', 'address', 'commune'] as const satisfies readonly (keyof ShopView)[]
const CHARS_MAX: Readonly<Record<keyof ShopView, number>> = { rut: 20, legalName: 100, tradeName: 60, address: 70, commune: 20 }

/** Who signs the receipts. With the embedded service that is its demo company, and there is nothing to fill in. */
export function ShopCard() {
  const ui = useUi()
  const { t } = useTranslation()
  const bootstrap = useStore(ui.status, (state) => state.bootstrap)
  if (bootstrap === null) return null
  const { shop, registerName, version, isDemo } = bootstrap
  return (
    <section className={styles.card} aria-labelledby="settings-shop">
      <h2 id="settings-shop" tabIndex={-1} className={styles.cardTitle}>{t('settings.shop')}</h2>
      {isDemo ? (
        <dl className={styles.facts}>
          {FIELDS.map((field) => <Fact key={field} term={t(`settings.${field}`)} text={shop[field]} />)}
        </dl>
      ) : <ShopForm key={JSON.stringify(shop)} shop={shop} />}
      <dl className={styles.facts}>
        <Fact term={t('settings.register')} text={registerName} />
        <Fact term={t('settings.version')} text={`Mesón ${version}`} />
      </dl>
    </section>
  )
}

function Fact({ term, text }: { readonly term: string; readonly text: string }) {
  return <><dt>{term}</dt><dd>{text}</dd></>
}

function ShopForm({ shop }: { readonly shop: ShopView }) {
  const ui = useUi()
  const { t } = useTranslation()
  const [typed, setTyped] = useState(shop)
  const trouble = useStore(ui.settings, (state) => state.troubles.shop)
  const isSaved = useStore(ui.settings, (state) => state.savedField === 'shop')
  const isChanged = FIELDS.some((field) => typed[field] !== shop[field])
  const save = async () => {
    try {
      if (await ui.settings.getState().save('shop', typed)) await ui.status.getState().reloadBootstrap()
    } catch {
      ui.status.setState({ link: 'down' })
    }
  }
  return (
    <form className={styles.stack} noValidate onSubmit={(event) => { event.preventDefault(); if (isChanged) void save() }}>
      {FIELDS.map((field) => (
        <Field
          key={field} label={t(`settings.${field}`)} value={typed[field]} maxLength={CHARS_MAX[field]} testId={`settings-shop-${field}`}
          onChange={(text) => setTyped({ ...typed, [field]: text })} refusal={trouble?.field === field ? trouble : null} autoComplete="off"
        />
      ))}
      <p><Button type="submit" isDisabled={!isChanged}>{t('common.save')}</Button></p>
      {isSaved && <span role="status"><Tag tone="good">{t('common.saved')}</Tag></span>}
    </form>
  )
}
