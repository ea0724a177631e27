import { useTranslation } from 'react-i18next'
import type { PeopleDataView } from '#shared/customers/people-views.ts'
import { KEPT_KINDS } from '#shared/customers/retention.ts'
import styles from './people.module.css'

const PLACES = [
  'customers',
  'documents',
  'pdfs',
  'openSales',
  'attempts',
  'mails',
  'pictures',
  'audit',
  'logs',
  'backups',
  'copies',
  'quarantine',
  'service',
  'files',
] as const

/** For whoever asks: each thing with its place, its reason and its end. */
export function Places({ data: { retention } }: { readonly data: PeopleDataView }) {
  const { t } = useTranslation()
  return (
    <ul className={styles.places} data-testid="places">
      {PLACES.map((place) => {
        const kind = KEPT_KINDS.find((each) => each === place)
        const days = kind === undefined ? 0 : retention[kind]
        return (
          <li key={place}>
            <h3 className={styles.placeTitle}>{t(`people.place.${place}.what`)}</h3>
            <dl className={styles.place}>
              <dt>{t('people.where')}</dt>
              <dd>{t(`people.place.${place}.where`)}</dd>
              <dt>{t('people.why')}</dt>
              <dd>{t(`people.place.${place}.why`)}</dd>
              <dt>{t('people.until')}</dt>
              <dd>{t(`people.place.${place}.until`, { days })}</dd>
            </dl>
          </li>
        )
      })}
    </ul>
  )
}
