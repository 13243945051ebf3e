import { useEffect, useId, useLayoutEffect, useRef, type KeyboardEvent, type ReactNode } from 'react'
import { useTranslate } from '../../i18n/use-translate.ts'
import { classNames } from '../class-names.ts'
import { useBackCloses } from './use-back-closes.ts'
import styles from './dialog.module.css'

/** Focuses the first field of a dialog, or its heading, because the browser would focus the close button. */
const focusFirst = (dialog: HTMLDialogElement): void => {
  const firstField = dialog.querySelector<HTMLElement>('input:not([type=hidden]), select, textarea')
  const target = firstField ?? dialog.querySelector('h2')
  target?.focus()
}

/** A native modal dialog: focus stays inside; Escape, the close button and Back close it. */
export const Dialog = ({
  open,
  onClose,
  title,
  sheet = false,
  footer,
  onKeyDown,
  children,
}: {
  open: boolean
  onClose: () => void
  title: string
  /** Opens at the bottom of a phone and at the side of a wide screen, as tall as the screen allows. */
  sheet?: boolean
  /** With a footer, the dialog is a viewer: it fills a phone's screen, and the title is below the content. */
  footer?: ReactNode
  onKeyDown?: (event: KeyboardEvent) => void
  children: ReactNode
}) => {
  const t = useTranslate()
  const titleId = useId()
  const dialogRef = useRef<HTMLDialogElement>(null)

  useEffect(() => {
    const dialog = dialogRef.current
    if (open && dialog?.open === false) {
      dialog.showModal()
      focusFirst(dialog)
    }
    if (!open && dialog?.open === true) dialog.close()
  }, [open])
  useLayoutEffect(() => {
    const dialog = dialogRef.current
    // The browser returns the focus only if the dialog is closed before it is removed.
    return () => dialog?.close()
  }, [])
  useBackCloses(open, onClose)

  return (
    <dialog
      ref={dialogRef}
      className={classNames(styles.dialog, sheet && styles.sheet, footer !== undefined && styles.viewer)}
      aria-labelledby={titleId}
      // A sheet is a page over the page behind it, so it is printed alone.
      data-paper={(sheet && open) || undefined}
      // The event fires asynchronously. If the app has closed, removed or reopened this dialog by then,
      // `onClose` would close it again, or close another dialog that was opened since.
      onClose={({ currentTarget }) => open && !currentTarget.open && currentTarget.isConnected && onClose()}
      onKeyDown={onKeyDown}
    >
      <div className={styles.head}>
        <h2 id={titleId} tabIndex={-1}>
          {title}
        </h2>
        <button type="button" className={styles.close} aria-label={t('common.close')} onClick={onClose}>
          <svg viewBox="0 0 24 24" width="22" height="22" stroke="currentColor" aria-hidden="true">
            <path d="M5 5l14 14M19 5L5 19" strokeWidth="2.5" strokeLinecap="round" />
          </svg>
        </button>
      </div>
      {open && <div className={styles.body}>{children}</div>}
      {open && footer !== undefined && <div className={styles.foot}>{footer}</div>}
    </dialog>
  )
}
