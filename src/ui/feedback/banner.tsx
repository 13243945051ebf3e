import type { ReactNode } from 'react'
import { useTranslate } from '../../i18n/use-translate.ts'
import { Button } from '../button.tsx'
import { useFocusAfterRemoval } from '../use-focus-after-removal.ts'
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

/** A ref for the main element of the page, which another component renders. */
const mainRef = {
  get current() {
    return document.querySelector<HTMLElement>('main')
  },
}

/**
 * Contains the banners above the page. If a banner with the focus is removed, the focus moves to the page.
 */
export const BannerArea = ({ children }: { children: ReactNode }) => (
  <div className={styles.area} onFocus={useFocusAfterRemoval(mainRef)}>
    {children}
  </div>
)
