import type { ComponentProps } from 'react'
import styles from './button.module.css'
import { classNames } from './class-names.ts'
import { Spinner } from './feedback/spinner.tsx'

export type ButtonVariant = 'primary' | 'secondary' | 'quiet' | 'danger' | 'dangerOutline'

/** Returns the classes of a button, for a link that looks like one. */
export const buttonClass = (variant: ButtonVariant = 'primary', className?: string): string =>
  classNames(styles.button, styles[variant], className)

/**
 * A native button. While `busy` it stays focusable and keeps its name, but ignores presses, because a
 * disabled button would lose the focus.
 */
export const Button = ({
  variant = 'primary',
  busy = false,
  type = 'button',
  className,
  children,
  onClick,
  ...rest
}: ComponentProps<'button'> & { variant?: ButtonVariant; busy?: boolean }) => (
  <button
    {...rest}
    type={type}
    className={buttonClass(variant, className)}
    aria-busy={busy || undefined}
    aria-disabled={busy || rest['aria-disabled']}
    onClick={(event) => {
      if (busy) event.preventDefault()
      else onClick?.(event)
    }}
  >
    {busy && <Spinner />}
    <span className={styles.words}>{children}</span>
  </button>
)
