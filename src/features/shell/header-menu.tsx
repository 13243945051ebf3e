import {
  useEffect,
  useId,
  useRef,
  useState,
  type FocusEvent,
  type KeyboardEvent,
  type MouseEvent,
  type ReactNode,
  type RefObject,
} from 'react'
import { useTranslate } from '../../i18n/use-translate.ts'
import { classNames } from '../../ui/class-names.ts'
import { useBackCloses } from '../../ui/layout/use-back-closes.ts'
import styles from './header.module.css'

/** While `isActive`, calls `onPress` when the coach presses outside of an element. */
const usePressOutside = (element: RefObject<HTMLElement | null>, isActive: boolean, onPress: () => void) => {
  useEffect(() => {
    if (!isActive) return undefined
    const onPointerDown = ({ target }: PointerEvent) => {
      if (target instanceof Node && !element.current?.contains(target)) onPress()
    }
    document.addEventListener('pointerdown', onPointerDown)
    return () => document.removeEventListener('pointerdown', onPointerDown)
  }, [element, isActive, onPress])
}

/** Three lines, or a cross while the menu is open. */
const MenuIcon = ({ isOpen }: { isOpen: boolean }) => (
  <svg viewBox="0 0 24 24" width="26" height="26" stroke="currentColor" aria-hidden="true">
    <path
      d={isOpen ? 'M5 5l14 14M19 5 5 19' : 'M3 6h18M3 12h18M3 18h18'}
      strokeWidth="2.4"
      strokeLinecap="round"
    />
  </svg>
)

/**
 * The links of the header: a row on wide screens; on a phone, a menu that a button opens. The menu closes on Escape,
 * on Back, on a press outside of it, when the focus leaves it, and after every choice.
 */
export const HeaderMenu = ({ children }: { children: ReactNode }) => {
  const t = useTranslate()
  const listId = useId()
  const [isOpen, setIsOpen] = useState(false)
  const menu = useRef<HTMLElement>(null)
  const button = useRef<HTMLButtonElement>(null)

  usePressOutside(menu, isOpen, () => setIsOpen(false))

  const closeAndFocus = () => {
    setIsOpen(false)
    button.current?.focus()
  }
  useBackCloses(isOpen, closeAndFocus)

  const onKeyDown = ({ key }: KeyboardEvent) => {
    if (key === 'Escape' && isOpen) closeAndFocus()
  }

  // Without a `relatedTarget`, the whole window has lost the focus, and the menu stays open.
  const onBlur = ({ relatedTarget }: FocusEvent) => {
    if (relatedTarget instanceof Node && !menu.current?.contains(relatedTarget)) setIsOpen(false)
  }

  const onClick = ({ target }: MouseEvent) => {
    const control = target instanceof Element && target.closest('a, button')
    if (!control) return
    setIsOpen(false)
    // The pressed button may open a dialog, which later returns the focus to the element that had it before. That
    // element must not be hidden in the closed menu.
    if (control.matches('button')) button.current?.focus()
  }

  return (
    // Key events of the buttons and links inside bubble up to this element, which is not interactive itself.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions
    <nav
      ref={menu}
      className={styles.menu}
      aria-label={t('header.navigation')}
      onKeyDown={onKeyDown}
      onBlur={onBlur}
    >
      <button
        ref={button}
        type="button"
        className={styles.toggle}
        aria-expanded={isOpen}
        aria-controls={listId}
        aria-label={t(isOpen ? 'header.closeMenu' : 'header.openMenu')}
        onClick={() => setIsOpen(!isOpen)}
      >
        <MenuIcon isOpen={isOpen} />
      </button>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions, jsx-a11y/click-events-have-key-events -- as above: Enter on a link is a click */}
      <ul id={listId} className={classNames(styles.links, isOpen && styles.open)} onClick={onClick}>
        {children}
      </ul>
    </nav>
  )
}
