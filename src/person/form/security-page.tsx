import type { ComponentProps, ReactNode } from 'react'
import type { MessageId } from '../../i18n/message-id.ts'
import { useTranslate } from '../../i18n/use-translate.ts'
import type { Result } from '../../lib/result.ts'
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
  /** The number of rows of the placeholder. */
  rows: number
  failedTitle: string
  /** Reads it again. */
  onRetry: () => void
  children: (value: T) => ReactNode
}

/** Shows what was read about the account: a placeholder until it is there, or why it could not be read. */
export const SecurityContent = <T,>({ result, rows, failedTitle, onRetry, children }: ContentProps<T>) => {
  const t = useTranslate()
  if (!result) return <Skeleton rows={rows} />
  if (result.ok) return children(result.value)
  const { message } = result.error
  // Another attempt would not help.
  if (message === 'secondFactor.notOffered') return <p>{t(message)}</p>
  return (
    <RetryNotice tone="warning" title={failedTitle} onRetry={onRetry}>
      <p>{t(message)}</p>
    </RetryNotice>
  )
}
