import type { ReactNode } from 'react'
import type { MessageId } from '../../i18n/message-id.ts'
import { useTranslate } from '../../i18n/use-translate.ts'
import styles from './failure-notice.module.css'
import { Notice } from './notice.tsx'

type Props = {
  /** `text` is a reason that the identity provider has worded. */
  failure: { message: MessageId; reason?: MessageId | undefined; text?: string }
  /** What to do about the failure. */
  children?: ReactNode
}

const focusOnMount = (notice: HTMLDivElement | null): void => notice?.focus()

/**
 * Describes a failure and takes the focus when it appears, because on a phone it may be far from the button
 * that was pressed.
 */
export const FailureNotice = ({ failure: { message, reason, text }, children }: Props) => {
  const t = useTranslate()
  return (
    <div ref={focusOnMount} tabIndex={-1} className={styles.focusTarget}>
      <Notice tone="error" title={t(message)}>
        {reason && <p>{t(reason)}</p>}
        {text && <p>{text}</p>}
        {children}
      </Notice>
    </div>
  )
}
