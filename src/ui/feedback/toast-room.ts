import { useEffect, useRef, type RefObject } from 'react'

/** Sonner's own breakpoint for phones. */
const phone = '(width <= 600px)'

/** px between two toasts (specification §9), and between the lowest toast and what is below it. */
export const gap = 8

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
export const useToastRoom = (): RefObject<HTMLElement | null> => {
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
