import { RefreshCw, WifiOff } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { Button } from './button.tsx'
import { EmptyState } from './notice.tsx'

interface UnreadProps {
  readonly title: string
  readonly onRetry: () => void
}

/** The core did not answer what the screen shows; it is asked again by hand. */
export function Unread({ title, onRetry }: UnreadProps) {
  const { t } = useTranslation()
  return (
    <EmptyState icon={<WifiOff size={30} />} title={title}>
      <Button onPress={onRetry}>
        <RefreshCw size={18} aria-hidden="true" />
        {t('common.tryAgain')}
      </Button>
    </EmptyState>
  )
}
