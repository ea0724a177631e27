import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ImageOff, Printer } from 'lucide-react'
import { useUi } from '../stores/till-ui.ts'
import { useDocumentWords } from '../kit/use-texts.ts'
import { EmptyState, Tag } from '../kit/notice.tsx'
import { printTone } from '../actions/state-words.ts'
import styles from './receipts.module.css'
import type { DocumentType } from '#shared/core/document-type.ts'
import type { PaperView as Paper } from '#shared/receipts/views.ts'

/** A paper as it left the printer, dot by dot, or what stands in its way. */
/** `isTakenBack`: its receipt was deleted, and nothing prints it any more. */
export function PaperView({
  paper,
  isTakenBack = false,
}: {
  readonly paper: Paper | null
  readonly isTakenBack?: boolean
}) {
  const { t } = useTranslation()
  const say = useDocumentWords()
  if (paper === null || paper.imagePath === null) {
    return (
      <EmptyState
        icon={<Printer size={30} />}
        title={paper === null ? t('paper.none') : t(`print.${paper.state}.name`)}
      >
        {paper !== null && say(t(isTakenBack ? 'paper.takenBack' : `print.${paper.state}.text`))}
      </EmptyState>
    )
  }
  return (
    <PaperImage
      key={paper.imagePath}
      imagePath={paper.imagePath}
      widthMm={paper.widthMm}
      alt={say(t(`paper.${paper.kind}`))}
    />
  )
}

export function PaperWithState({
  paper,
  note = null,
  isTakenBack = false,
}: {
  readonly paper: Paper
  readonly note?: DocumentType | null
  readonly isTakenBack?: boolean
}) {
  const { t } = useTranslation()
  const say = useDocumentWords()
  return (
    <figure className={styles.paperFigure}>
      <figcaption className={styles.paperCaption}>
        <span>
          {say(t(paperName(paper.kind, note)))}{' '}
          <span className={styles.paperWidth}>· {paper.widthMm} mm</span>
        </span>
        {paper.isShrunk && (
          <Tag tone="plain" testId="paper-shrunk">
            {t('paper.shrunk')}
          </Tag>
        )}
        <Tag tone={printTone(paper.state)}>{t(`print.${paper.state}.name`)}</Tag>
      </figcaption>
      <PaperView paper={paper} isTakenBack={isTakenBack} />
    </figure>
  )
}

function PaperImage({
  imagePath,
  widthMm,
  alt,
}: {
  readonly imagePath: string
  readonly widthMm: number
  readonly alt: string
}) {
  const { port } = useUi()
  const { t } = useTranslation()
  const [image, setImage] = useState<{ readonly url: string } | 'failed' | null>(null)

  useEffect(() => {
    let url: string | null = null
    let isGone = false
    port.paper(imagePath).then(
      (blob) => {
        if (isGone) return
        url = URL.createObjectURL(blob)
        setImage({ url })
      },
      () => {
        if (!isGone) setImage('failed')
      },
    )
    return () => {
      isGone = true
      if (url !== null) URL.revokeObjectURL(url)
    }
  }, [port, imagePath])

  if (image === null)
    return (
      <div
        className={styles.paperLoading}
        aria-busy="true"
        aria-label={t('common.loading')}
        role="img"
      />
    )
  if (image === 'failed')
    return <EmptyState icon={<ImageOff size={30} />} title={t('paper.failed')} />
  return (
    <div className={widthMm < 70 ? styles.paperNarrow : styles.paper}>
      <div className={styles.sheet}>
        <img src={image.url} alt={alt} className={styles.paperImage} data-testid="paper-image" />
      </div>
    </div>
  )
}

function paperName(kind: Paper['kind'], note: DocumentType | null) {
  if (kind !== 'receipt' || (note !== '61' && note !== '56')) return `paper.${kind}` as const
  return note === '61' ? 'returns.notePaper' : 'returns.debitPaper'
}
