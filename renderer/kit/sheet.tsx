import { createContext, use, type CSSProperties, type ReactNode } from 'react'
import { Dialog, Heading, Modal, ModalOverlay } from 'react-aria-components'
import { X } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { Button } from './button.tsx'
import { Form } from './form.tsx'
import { useUi } from '../stores/till-ui.ts'
import styles from './controls.module.css'

const Closing = createContext<(() => void) | null>(null)

/** How the sheet around is closed; null where there is no way around it. */
export const useCloseOfSheet = () => use(Closing)

/**
 * A dialog over the screen. With `onSubmit` its body is a form, so that Enter in a field does what
 * its main button does.
 */
export function Sheet({
  title,
  lead,
  widthRem = 27,
  isSide = false,
  isDismissable = true,
  tools,
  onClose: close,
  onSubmit,
  actions,
  children,
  role = 'dialog',
}: {
  readonly title: string
  readonly lead?: ReactNode
  readonly widthRem?: number
  /** At the end of the screen and as high as it: what it is about stays in sight beside it. */
  readonly isSide?: boolean
  /** Whether a press beside it closes it. */
  readonly isDismissable?: boolean
  /** Before the key that closes it. */
  readonly tools?: ReactNode
  /** Null for a dialog there is no way around; else that of the one dialog of the screen. */
  readonly onClose?: (() => void) | null
  readonly onSubmit?: () => unknown
  readonly actions?: ReactNode
  readonly children?: ReactNode
  readonly role?: 'dialog' | 'alertdialog'
}) {
  const width = { '--modal-width': `${widthRem}rem` } as CSSProperties
  const ui = useUi()
  const onClose = close === undefined ? ui.screen.getState().close : close
  const body = (
    <>
      {children}
      {actions !== undefined && <div className={styles.dialogActions}>{actions}</div>}
    </>
  )
  return (
    <ModalOverlay
      className={styles.veil ?? ''}
      data-side={isSide || undefined}
      isOpen
      isDismissable={isDismissable && onClose !== null}
      isKeyboardDismissDisabled={onClose === null}
      onOpenChange={(isOpen) => {
        if (!isOpen) onClose?.()
      }}
    >
      <Modal className={styles.modal ?? ''} style={width}>
        <Dialog className={styles.dialog ?? ''} role={role}>
          <SheetHead title={title} lead={lead} tools={tools} onClose={onClose} />
          <Closing value={onClose}>
            {onSubmit ? (
              <Form className={styles.dialogForm} onSubmit={onSubmit}>
                {body}
              </Form>
            ) : (
              body
            )}
          </Closing>
        </Dialog>
      </Modal>
    </ModalOverlay>
  )
}

function SheetHead({
  title,
  lead,
  tools,
  onClose,
}: {
  readonly title: string
  readonly lead: ReactNode
  readonly tools: ReactNode
  readonly onClose: (() => void) | null
}) {
  const { t } = useTranslation()
  return (
    <div className={styles.dialogHead}>
      <div>
        <Heading slot="title" className={styles.dialogTitle ?? ''}>
          {title}
        </Heading>
        {lead !== undefined && <div className={styles.dialogLead}>{lead}</div>}
      </div>
      {tools}
      {onClose && (
        <Button variant="quiet" size="square" aria-label={t('common.close')} onPress={onClose}>
          <X size={22} aria-hidden="true" />
        </Button>
      )}
    </div>
  )
}
