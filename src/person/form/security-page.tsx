import type { ComponentProps, ReactNode } from 'react'
import type { MessageId } from '../../i18n/message-id.ts'
import { useTranslate } from '../../i18n/use-translate.ts'
import type { Result } from '../../lib/result.ts'
import { Notice } from '../../ui/feedback/notice.tsx'
import { RetryNotice } from '../../ui/feedback/retry-notice.tsx'
import { Skeleton } from '../../ui/feedback/skeleton.tsx'
import { Page } from '../../ui/layout/page.tsx'
import { ParentLink } from '../../ui/layout/parent-link.tsx'

/** The frame of a screen about sign-in and security, which is below that part of the profile. */
export const SecurityPage = (props: Omit<ComponentProps<typeof Page>, 'parentLink' | 'isCompact'>) => {
  const t = useTranslate()
  return (
    <Page
      {...props}
      parentLink={
        <ParentLink to={t('profileSlug')} search={{ job: 'security' }}>
          {t('profile.security')}
        </ParentLink>
      }
      isCompact
    />
  )
}

type ContentProps<T> = {
  /** What was read, or why it could not be read. Undefined while it is read. */
  result: Result<T, { message: MessageId }> | undefined
  /** Whether the server cannot be reached. The caller reads it again when that is over. */
  offline: boolean
  /** What is not possible offline with what was read before. */
  offlineMessage: MessageId
  /** The number of rows of the placeholder. */
  rows: number
  failedTitle: string
  /** Reads it again. */
  onRetry: () => void
  children: (value: T) => ReactNode
}

/**
 * Shows what was read about the account: a placeholder until it is there, or why it could not be read. Offline,
 * a single notice says so, without a button, because an attempt of the coach would fail too.
 */
export const SecurityContent = <T,>(props: ContentProps<T>) => {
  const { result, offline, offlineMessage, rows, failedTitle, onRetry, children } = props
  const t = useTranslate()
  if (result?.ok)
    return (
      <>
        {offline && <Notice tone="info">{t(offlineMessage)}</Notice>}
        {children(result.value)}
      </>
    )
  // Another attempt would not help.
  if (result?.error.message === 'secondFactor.notOffered') return <p>{t(result.error.message)}</p>
  if (offline) return <Notice tone="info">{t('error.offlinePage')}</Notice>
  if (!result) return <Skeleton rows={rows} />
  return (
    <RetryNotice tone="warning" title={failedTitle} onRetry={onRetry}>
      <p>{t(result.error.message)}</p>
    </RetryNotice>
  )
}
