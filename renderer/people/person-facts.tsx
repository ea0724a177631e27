import { useTranslation } from 'react-i18next'
import type { PersonDocument, PersonView } from '#shared/customers/people-views.ts'
import { formatClp } from '#shared/money/clp.ts'
import { printDate } from '#shared/time/calendar.ts'
import { santiagoDate } from '#shared/time/santiago.ts'
import { Fold } from '../kit/fold.tsx'
import styles from './people.module.css'

const COUNTS = [
  ['parked', 'parkedCount'],
  ['attempts', 'attemptCount'],
  ['pictures', 'pictureCount'],
  ['pdfs', 'pdfCount'],
  ['backups', 'backupCount'],
  ['quarantine', 'quarantineCount'],
] as const

/** What is kept beside the record, in words, and the documents with their last day. */
export function PersonFacts({ person }: { readonly person: PersonView }) {
  const { t } = useTranslation()
  const { documents, isInOpenSale, erasedAt } = person
  return (
    <>
      <ul className={styles.facts} data-testid="person-facts">
        {erasedAt !== null && (
          <li>{t('people.erasedAt', { date: printDate(santiagoDate(erasedAt)) })}</li>
        )}
        {documents.keptUntil !== null && (
          <li>
            {t('people.documents', {
              count: documents.count,
              until: printDate(documents.keptUntil),
            })}
          </li>
        )}
        {documents.waitingCount > 0 && (
          <li>{t('people.waiting', { count: documents.waitingCount })}</li>
        )}
        {isInOpenSale && <li>{t('people.inOpenSale')}</li>}
        {COUNTS.filter(([, count]) => person[count] > 0).map(([name, count]) => (
          <li key={name}>{t(`people.${name}`, { count: person[count] })}</li>
        ))}
      </ul>
      {documents.newest.length > 0 && <Documents documents={documents.newest} />}
    </>
  )
}

function Documents({ documents }: { readonly documents: readonly PersonDocument[] }) {
  const { t } = useTranslation()
  return (
    <Fold title={t('people.newestOf', { count: documents.length })} testId="person-documents">
      <ul className={styles.facts}>
        {documents.map(({ documentType, folio, date, totalClp, keptUntil }) => (
          <li key={`${documentType} ${folio} ${date} ${totalClp}`}>
            {t('people.documentRow', {
              name: t(`documents.${documentType}`),
              folio: folio === null ? t('people.noFolio') : t('people.folio', { folio }),
              date: printDate(date),
              total: formatClp(totalClp),
              until: printDate(keptUntil),
            })}
          </li>
        ))}
      </ul>
    </Fold>
  )
}
