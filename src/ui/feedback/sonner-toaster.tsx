import { useEffect } from 'react'
import { toast, Toaster as Sonner } from 'sonner'
import { useTranslate } from '../../i18n/use-translate.ts'
import { toastDurations } from './notify.ts'
import { openToaster } from './toast-line.ts'
import styles from './toaster.module.css'

/** The corner where toasts appear: bottom left, at most 20, 8 px apart (specification §2 and §9). */
export const SonnerToaster = () => {
  const t = useTranslate()
  // The effects of a child come first: Sonner listens by then.
  useEffect(() => openToaster(toast), [])
  return (
    <Sonner
      className={styles.toaster ?? ''}
      position="bottom-left"
      offset={{ bottom: 'calc(24px + var(--app-bar))' }}
      mobileOffset={{ bottom: 'calc(16px + var(--app-bar))' }}
      visibleToasts={20}
      gap={8}
      duration={toastDurations.blank}
      expand
      closeButton
      containerAriaLabel={t('common.notifications')}
      toastOptions={{
        closeButtonAriaLabel: t('common.dismissNotification'),
        classNames: { success: styles.success ?? '', error: styles.error ?? '' },
      }}
    />
  )
}
