import type { RefObject } from 'react'
import { useTranslate } from '../../i18n/use-translate.ts'
import type { ProfilePart } from '../../person/person.ts'
import { RetryNotice } from '../../ui/feedback/retry-notice.tsx'
import { Skeleton } from '../../ui/feedback/skeleton.tsx'
import { Spinner } from '../../ui/feedback/spinner.tsx'
import styles from './profile.module.css'

/** The number of rows of a placeholder that is about as high as the forms of the profile. */
const formRows = 6

type Props = {
  part: ProfilePart<unknown>
  /** Whether the form is not shown yet, so that a placeholder has to reserve its space. */
  isEmpty: boolean
  onRetry: () => void
  /** Whether the server cannot be reached. The page already says so, so this component shows nothing. */
  offline: boolean
  /** Takes the focus from the retry button, which disappears when it is pressed. */
  heading: RefObject<HTMLHeadingElement | null>
}

/** The loading state of a part of the profile: reading, waiting for an automatic retry, or failed. */
export const PartState = ({ part, isEmpty, onRetry, offline, heading }: Props) => {
  const t = useTranslate()
  const retry = () => {
    heading.current?.focus()
    onRetry()
  }
  if (part.kind === 'ready' || offline) return null
  if (part.kind === 'failed') {
    const { message, reason } = part.failure
    return (
      <RetryNotice tone="warning" title={t(message)} onRetry={retry}>
        {reason && <p>{t(reason)}</p>}
        {part.copy !== undefined && <p>{t('profile.fromDevice')}</p>}
      </RetryNotice>
    )
  }
  return (
    <>
      <output className={styles.waiting}>
        <Spinner /> <span>{t(part.kind === 'waiting' ? 'profile.waiting' : 'common.loading')}</span>
      </output>
      {/* The line above already describes the skeleton. */}
      {isEmpty && <Skeleton rows={formRows} label="" />}
    </>
  )
}
