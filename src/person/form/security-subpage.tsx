import type { ComponentProps, ReactNode } from 'react'
import type { MessageId } from '../../i18n/message-id.ts'
import { useTranslate } from '../../i18n/use-translate.ts'
import type { Result } from '../../lib/result.ts'
import { buttonClass } from '../../ui/button.tsx'
import { Notice } from '../../ui/feedback/notice.tsx'
import { RetryNotice } from '../../ui/feedback/retry-notice.tsx'
import { Skeleton } from '../../ui/feedback/skeleton.tsx'
import { ButtonRow } from '../../ui/layout/button-row.tsx'
import { Card } from '../../ui/layout/card.tsx'
import { Page } from '../../ui/layout/page.tsx'
import { ParentLink } from '../../ui/layout/parent-link.tsx'
import { Stack } from '../../ui/layout/stack.tsx'
import { LocaleLink } from '../../ui/locale-link.tsx'
import styles from './security-subpage.module.css'

type Read<T> = Result<T, { message: MessageId }> | undefined

/** Whether the account cannot have what the page is about. Another attempt to read it would not help. */
const isNotOffered = (result: Read<unknown>): boolean =>
  result?.ok === false && result.error.message === 'secondFactor.notOffered'

type PageProps = Omit<ComponentProps<typeof Page>, 'parentLink' | 'isCompact'> & {
  /** The data about the account, as the content of the page gets it. */
  result?: Read<unknown>
}

/** A page below "Sign-in and security" of the profile, for example the passkeys. */
export const SecuritySubpage = ({ result, intro, ...props }: PageProps) => {
  const t = useTranslate()
  return (
    <Page
      {...props}
      // An account that cannot have it does not need to know what it is for.
      intro={isNotOffered(result) ? undefined : intro}
      parentLink={
        <ParentLink to={t('profileSlug')} search={{ job: 'security' }}>
          {t('profile.security')}
        </ParentLink>
      }
      isCompact
    />
  )
}

/** A card that says whether the account has what the page is about. `children` changes it. */
export const SecurityState = ({ title, children }: { title: string; children: ReactNode }) => (
  <Card>
    <h2 className={styles.state}>{title}</h2>
    {children}
  </Card>
)

type ContentProps<T> = {
  /** The data about the account, or why it could not be read. Undefined during the read. */
  result: Read<T>
  /** Whether the server cannot be reached. When it can, the caller reads the data again. */
  offline: boolean
  /** Says what is not possible offline. Shown above data that was read before. */
  offlineMessage: MessageId
  /** The number of rows of the placeholder. */
  rows: number
  failedTitle: string
  /** Reads the data again. */
  onRetry: () => void
  children: (value: T) => ReactNode
}

/**
 * Shows data about the account, a placeholder while it is read, or why it could not be read. Offline, shows a notice
 * without a button, because another attempt would fail too.
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
  if (result && isNotOffered(result))
    return (
      <Card>
        <Stack gap="s">
          <p>
            <strong>{t(result.error.message)}</strong>
          </p>
          <p>{t('secondFactor.stillSignIn')}</p>
        </Stack>
        <ButtonRow>
          <LocaleLink to={t('profileSlug')} search={{ job: 'security' }} className={buttonClass('secondary')}>
            {t('profile.toSecurity')}
          </LocaleLink>
        </ButtonRow>
      </Card>
    )
  if (offline) return <Notice tone="info">{t('error.offlinePage')}</Notice>
  if (!result) return <Skeleton rows={rows} />
  return (
    <RetryNotice tone="warning" title={failedTitle} onRetry={onRetry}>
      <p>{t(result.error.message)}</p>
    </RetryNotice>
  )
}
