import { useEffect, useLayoutEffect, useRef, useState, type RefObject } from 'react'
import { createPortal } from 'react-dom'
import { toast, Toaster as Sonner } from 'sonner'
import { useTranslate } from '../../i18n/use-translate.ts'
import { toastDurations, connectToaster } from './notify.ts'
import styles from './toaster.module.css'

/** Sonner's own breakpoint for phones. */
const phoneQuery = '(width <= 600px)'

/** The distance between two toasts (specification §9), and from the lowest toast to what is below it. */
const gapPx = 8

/** The selector of the elements that the user can press or type in. */
const controlSelector = 'a, button, input, select, summary, textarea, label'

const isOnScreen = (element: Element): boolean => {
  const { top, bottom } = element.getBoundingClientRect()
  return bottom > 0 && top < window.innerHeight
}

/**
 * Scrolls a control out from under the toasts. Scrolls instantly, because during a smooth scroll, a tap would
 * hit another element.
 */
const scrollFromUnderToasts = (control: Element | null): void => {
  if (control?.matches(controlSelector) && isOnScreen(control))
    control.scrollIntoView({ block: 'nearest', behavior: 'instant' })
}

/** Returns the height in px of all toasts together. */
const measureToasts = (toaster: Element): number =>
  [...toaster.querySelectorAll<HTMLElement>('[data-sonner-toast]')].reduce(
    (height, toast) => height + toast.offsetHeight + gapPx,
    0,
  )

/**
 * On a phone, toasts are as wide as the screen and cover the bottom of the page. Sets `--toasts` to their height, and
 * scrolls the control that was just pressed or has the focus out from under them. Sets `--toast-room` to the height of
 * the empty space for toasts at the end of the page. When a toast disappears, this space shrinks only by what is
 * below the visible part of the page. Otherwise the page would move, and a press at that moment would miss its
 * target.
 */
const useToastRoom = (): RefObject<HTMLElement | null> => {
  const toaster = useRef<HTMLElement>(null)
  useEffect(() => {
    const element = toaster.current
    if (!element) return undefined
    const { documentElement: page } = document
    const phoneScreen = matchMedia(phoneQuery)
    let lastPressed: Element | null = null
    const onClick = ({ target }: MouseEvent) => {
      if (!(target instanceof Element) || element.contains(target)) return
      lastPressed = target.closest(controlSelector)
    }
    let toastsHeight = 0
    let room = 0
    const updateRoom = () => {
      // The height of the page below its visible part.
      const pixelsBelow = Math.floor(page.scrollHeight - page.clientHeight - window.scrollY)
      const minRoom = window.scrollY > 0 ? room - Math.max(0, pixelsBelow) : 0
      room = Math.max(toastsHeight, minRoom)
      page.style.setProperty('--toast-room', `${room}px`)
    }
    const makeRoom = () => {
      const previousHeight = toastsHeight
      toastsHeight = phoneScreen.matches ? measureToasts(element) : 0
      page.style.setProperty('--toasts', `${toastsHeight}px`)
      updateRoom()
      if (toastsHeight <= previousHeight) return
      scrollFromUnderToasts(lastPressed)
      scrollFromUnderToasts(document.activeElement)
    }
    const observer = new MutationObserver(makeRoom)
    observer.observe(element, { childList: true, characterData: true, subtree: true })
    // Turning a phone changes its width, so lines break elsewhere, or the screen is no longer narrow.
    addEventListener('resize', makeRoom)
    addEventListener('scroll', updateRoom, { passive: true })
    document.addEventListener('click', onClick, { capture: true })
    return () => {
      observer.disconnect()
      removeEventListener('resize', makeRoom)
      removeEventListener('scroll', updateRoom)
      document.removeEventListener('click', onClick, { capture: true })
      page.style.removeProperty('--toasts')
      page.style.removeProperty('--toast-room')
    }
  }, [])
  return toaster
}

/**
 * Returns an element for the toasts. It moves it into the open dialog, if there is one, because everything outside a
 * modal dialog is inert: it cannot be pressed or read aloud. Otherwise, the element is at the end of the page.
 */
const useToastContainer = (): HTMLElement => {
  const [container] = useState(() => {
    const element = document.createElement('div')
    // Excludes the element from the styles for banners of third-party scripts (`base.css`).
    element.dataset['toasts'] = ''
    return element
  })
  useLayoutEffect(() => {
    const move = () => {
      const parent = [...document.querySelectorAll('dialog:modal')].at(-1) ?? document.body
      if (container.parentElement !== parent) parent.append(container)
    }
    move()
    // Moves the element when a dialog opens or closes, or is removed from the page while it is open.
    const observer = new MutationObserver(move)
    observer.observe(document.body, { subtree: true, childList: true, attributeFilter: ['open'] })
    return () => {
      observer.disconnect()
      container.remove()
    }
  }, [container])
  return container
}

/** Shows toasts at the bottom left, at most 20 of them, 8 px apart (specification §2 and §9). */
export const SonnerToaster = () => {
  const t = useTranslate()
  const container = useToastContainer()
  const toaster = useToastRoom()
  // Effects of children run first, so Sonner, a child, already listens for toasts.
  useEffect(() => connectToaster(toast), [])
  return createPortal(
    <Sonner
      ref={toaster}
      className={styles.toaster ?? ''}
      position="bottom-left"
      offset={{ bottom: 'calc(24px + var(--app-bar) + var(--consent-banner))' }}
      mobileOffset={{ bottom: `calc(${gapPx}px + var(--app-bar) + var(--consent-banner))` }}
      visibleToasts={20}
      gap={gapPx}
      duration={toastDurations.blank}
      expand
      closeButton
      containerAriaLabel={t('common.notifications')}
      toastOptions={{
        closeButtonAriaLabel: t('common.dismissNotification'),
        classNames: { success: styles.success ?? '', error: styles.error ?? '' },
      }}
    />,
    container,
  )
}
