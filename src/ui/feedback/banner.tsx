import type { ReactNode } from 'react'
import { useTranslate } from '../../i18n/use-translate.ts'
import { Button } from '../button.tsx'
import styles from './banner.module.css'

type Props = {
  children: ReactNode
  /** Buttons that respond to the message. */
  actions?: ReactNode
  /** If given, the banner stays until the coach confirms that they have read it. */
  onRead?: () => void
}

/** A message above the page. */
export const Banner = ({ children, actions, onRead }: Props) => {
  const t = useTranslate()
  return (
    <output className={styles.banner}>
      <span className={styles.text}>{children}</span>
      {(actions || onRead) && (
        <span className={styles.actions}>
          {actions}
          {onRead && (
            <Button variant="secondary" onClick={onRead}>
              {t('common.understood')}
            </Button>
          )}
        </span>
      )}
    </output>
  )
}
