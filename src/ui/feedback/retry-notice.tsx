import type { ReactNode } from 'react'
import { useTranslate } from '../../i18n/use-translate.ts'
import { Button } from '../button.tsx'
import { Notice } from './notice.tsx'

type Props = {
  tone: 'warning' | 'error'
  title: string
  onRetry: () => void
  children: ReactNode
}

/** Says why something could not be loaded, with a button to retry. */
export const RetryNotice = ({ tone, title, onRetry, children }: Props) => {
  const t = useTranslate()
  return (
    <Notice tone={tone} title={title}>
      {children}
      <div>
        <Button variant="secondary" onClick={onRetry}>
          {t('common.retry')}
        </Button>
      </div>
    </Notice>
  )
}
