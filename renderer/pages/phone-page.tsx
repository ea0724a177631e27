import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { PhonePage } from '#shared/delivery/phone-page.ts'
import type { SaleId } from '#shared/core/brand.ts'
import { callCore } from '../actions/counter.ts'
import { useUi } from '../stores/till-ui.ts'
import { CodePicture } from './code-picture.tsx'
import styles from './pages.module.css'

/** The code that the customer scans; nothing where there is no page. */
export function PhonePageCode({
  saleId,
  hasPage,
}: {
  readonly saleId: SaleId
  readonly hasPage: boolean
}) {
  const { t } = useTranslation()
  const page = usePhonePage(saleId, hasPage)
  if (page?.code == null) return null
  return (
    <section className={styles.page} aria-label={t('pages.title')} data-testid="phone-page">
      <CodePicture code={page.code} name={t('pages.code')} />
      <p>{t('pages.scan')}</p>
    </section>
  )
}

function usePhonePage(saleId: SaleId, hasPage: boolean): PhonePage | null {
  const ui = useUi()
  const [page, setPage] = useState<PhonePage | null>(null)
  useEffect(() => {
    let isGone = false
    setPage(null)
    if (hasPage)
      void callCore(ui, ui.port.phonePage(saleId)).then((answer) => {
        if (!isGone) setPage(answer?.ok === true ? answer.value : null)
      })
    return () => {
      isGone = true
    }
  }, [ui, saleId, hasPage])
  return page
}
