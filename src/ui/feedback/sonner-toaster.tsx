import { useEffect } from 'react'
import { toast, Toaster as Sonner } from 'sonner'
import { useTranslate } from '../../i18n/use-translate.ts'
import { toastDurations } from './notify.ts'
import { openToaster } from './toast-line.ts'
import { gap, useToastRoom } from './toast-room.ts'
import styles from './toaster.module.css'

/** The corner where toasts appear: bottom left, at most 20, 8 px apart (specification §2 and §9). */
export const SonnerToaster = () => {
  const t = useTranslate()
  const toaster = useToastRoom()
  // The effects of a child run first, so Sonner already listens.
  useEffect(() => openToaster(toast), [])
  return (
    <Sonner
      ref={toaster}
      className={styles.toaster ?? ''}
      position="bottom-left"
      offset={{ bottom: 'calc(24px + var(--app-bar) + var(--consent-banner))' }}
      mobileOffset={{ bottom: `calc(${gap}px + var(--app-bar) + var(--consent-banner))` }}
      visibleToasts={20}
      gap={gap}
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
