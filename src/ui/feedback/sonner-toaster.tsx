import { useEffect, useRef, type RefObject } from 'react'
import { toast, Toaster as Sonner } from 'sonner'
import { useTranslate } from '../../i18n/use-translate.ts'
import { toastDurations, openToaster } from './notify.ts'
import styles from './toaster.module.css'

/** Sonner's own breakpoint for phones. */
const phone = '(width <= 600px)'

/** px between two toasts (specification §9), and between the lowest toast and what is below it. */
const gap = 8

const controls = 'a, button, input, select, summary, textarea, label'

const isOnScreen = (element: Element): boolean => {
  const { top, bottom } = element.getBoundingClientRect()
  return bottom > 0 && top < window.innerHeight
}

/** The height of the toasts at the bottom of the screen in px. */
const heightOf = (toaster: Element): number =>
  [...toaster.querySelectorAll<HTMLElement>('[data-sonner-toast]')].reduce(
    (height, toast) => height + toast.offsetHeight + gap,
    0,
  )

/**
 * On a phone a toast is as wide as the screen. `--toasts` holds the height of the toasts: the page ends above
 * them, and a control that was just pressed or has the focus is scrolled out from under them.
 */
const useToastRoom = (): RefObject<HTMLElement | null> => {
  const toaster = useRef<HTMLElement>(null)
  useEffect(() => {
    const place = toaster.current
    if (!place) return undefined
    const { documentElement: page } = document
    const narrow = matchMedia(phone)
    let pressed: Element | null = null
    const press = ({ target }: MouseEvent) => {
      if (target instanceof Element && !place.contains(target)) pressed = target.closest(controls)
    }
    let height = 0
    // Scrolls instantly: during a smooth scroll, a tap would hit another element.
    const makeRoom = () => {
      const before = height
      height = narrow.matches ? heightOf(place) : 0
      page.style.setProperty('--toasts', `${height}px`)
      if (height <= before) return
      for (const control of [pressed, document.activeElement])
        if (control?.matches(controls) && isOnScreen(control))
          control.scrollIntoView({ block: 'nearest', behavior: 'instant' })
    }
    const changes = new MutationObserver(makeRoom)
    changes.observe(place, { childList: true, characterData: true, subtree: true })
    // Turning a phone changes its width: lines break elsewhere, or the screen is no longer narrow.
    addEventListener('resize', makeRoom)
    document.addEventListener('click', press, { capture: true })
    return () => {
      changes.disconnect()
      removeEventListener('resize', makeRoom)
      document.removeEventListener('click', press, { capture: true })
      page.style.removeProperty('--toasts')
    }
  }, [])
  return toaster
}

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
