import type { RefObject } from 'react'
import { useTranslate } from '../../i18n/use-translate.ts'
import type { Part } from '../../person/person.ts'
import { Button } from '../../ui/button.tsx'
import { Notice } from '../../ui/feedback/notice.tsx'
import { Skeleton } from '../../ui/feedback/skeleton.tsx'
import { Spinner } from '../../ui/feedback/spinner.tsx'
import styles from './profile.module.css'

/** About as high as the forms of the profile are. */
const formRows = 6

type Props = {
  part: Part<unknown>
  /** Nothing stands in the place of the form yet: its room is reserved. */
  isEmpty: boolean
  onRetry: () => void
  /** The page says already why nothing is read. */
  offline: boolean
  /** The heading of the part. The button goes as soon as it was pressed: the focus stays close to it. */
  heading: RefObject<HTMLHeadingElement | null>
}

/** How the reading of a part goes, as long as it is not there: reading, waiting for another try, failed. */
export const PartState = ({ part, isEmpty, onRetry, offline, heading }: Props) => {
  const t = useTranslate()
  const retry = () => {
    heading.current?.focus()
    onRetry()
  }
  if (part.is === 'ready' || offline) return null
  if (part.is === 'failed') {
    const { message, reason } = part.failure
    return (
      <Notice tone="warning" title={t(message)}>
        {reason && <p>{t(reason)}</p>}
        {part.copy !== undefined && <p>{t('profile.fromDevice')}</p>}
        <div>
          <Button variant="secondary" onClick={retry}>
            {t('common.retry')}
          </Button>
        </div>
      </Notice>
    )
  }
  return (
    <>
      <output className={styles.waiting}>
        <Spinner /> <span>{t(part.is === 'waiting' ? 'profile.waiting' : 'common.loading')}</span>
      </output>
      {/* The line above says already what it stands for. */}
      {isEmpty && <Skeleton rows={formRows} label="" />}
    </>
  )
}
