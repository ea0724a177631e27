import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { FileTrigger } from 'react-aria-components'
import { ImagePlus, Trash2 } from 'lucide-react'
import type { Refusal } from '#shared/languages/refusals.ts'
import { CUSTOMER_PICTURE_BYTES_MAX } from '#shared/devices/desk.ts'
import { callCore } from '../actions/counter.ts'
import { useUi } from '../stores/till-ui.ts'
import { AriaLikeButton } from '../kit/aria-like-button.tsx'
import { Button } from '../kit/button.tsx'
import { Notice, RefusalNotice } from '../kit/notice.tsx'
import { readAsBase64 } from '../kit/read-file.ts'
import styles from './settings.module.css'

/** Kept the moment it is chosen: a picture is too large to lie in a form. */
export function CustomerPicture() {
  const ui = useUi()
  const { t } = useTranslation()
  const [problem, setProblem] = useState<Refusal | null>(null)
  const [isSaved, setSaved] = useState(false)
  const save = async (picture: string | null) => {
    setSaved(false)
    const answer = await callCore(ui, ui.port.saveCustomerPicture({ picture }))
    setProblem(answer?.ok === false ? answer.refusal : null)
    setSaved(answer?.ok === true)
  }
  const choose = (files: FileList | null) => {
    const file = files?.[0]
    if (file === undefined) return
    // Larger than any picture that is taken: not even read.
    if (file.size > CUSTOMER_PICTURE_BYTES_MAX) return setProblem(TOO_LARGE)
    readAsBase64(file).then(save, () => undefined)
  }
  return (
    <>
      <h3 className={styles.cardTitle}>{t('desk.picture')}</h3>
      <p className={styles.lead}>{t('desk.pictureHint')}</p>
      <div className={styles.printerActions}>
        <FileTrigger acceptedFileTypes={['image/png', 'image/jpeg']} onSelect={choose}>
          <AriaLikeButton>
            <ImagePlus size={18} aria-hidden="true" />
            {t('desk.choosePicture')}
          </AriaLikeButton>
        </FileTrigger>
        <Button variant="quiet" onPress={() => void save(null)}>
          <Trash2 size={18} aria-hidden="true" />
          {t('desk.removePicture')}
        </Button>
      </div>
      <RefusalNotice refusal={problem} />
      {isSaved && <Notice tone="good">{t('desk.pictureSaved')}</Notice>}
    </>
  )
}

const TOO_LARGE: Refusal = { code: 'LOGO_NOT_VALID', field: 'picture', params: {} }
