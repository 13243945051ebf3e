import type { ReactNode } from 'react'
import { useTranslate } from '../../i18n/use-translate.ts'
import { LocaleLink } from '../../ui/locale-link.tsx'
import { VisuallyHidden } from '../../ui/visually-hidden.tsx'
import type { UploadClient } from '../../uploads/contract.ts'
import { useUploadCounts } from '../../uploads/use-uploads.ts'
import styles from './app-bar.module.css'

/** The parts of the app that the bar links to. */
export type AppPart = 'courses' | 'drills' | 'files' | 'profile'

/** How many things in a part of the app wait until the coach acts on them. */
type WaitingCount = {
  count: number
  /** The count in words, for a screen reader. */
  text: string
}

const icons: Record<AppPart, ReactNode> = {
  courses: (
    <path d="M4 5.5h6.5A1.5 1.5 0 0 1 12 7v12a2 2 0 0 0-2-2H4zm16 0h-6.5A1.5 1.5 0 0 0 12 7v12a2 2 0 0 1 2-2h6z" />
  ),
  drills: (
    <path d="M4.5 5h15A1.5 1.5 0 0 1 21 6.5v11a1.5 1.5 0 0 1-1.5 1.5h-15A1.5 1.5 0 0 1 3 17.5v-11A1.5 1.5 0 0 1 4.5 5zM12 5v14m0-4.5a2.5 2.5 0 1 0 0-5 2.5 2.5 0 0 0 0 5zM3 9.5h2.5v5H3m18-5h-2.5v5H21" />
  ),
  files: (
    <path d="M4 6.5A1.5 1.5 0 0 1 5.5 5H10l2 2.5h6.5A1.5 1.5 0 0 1 20 9v8.5a1.5 1.5 0 0 1-1.5 1.5h-13A1.5 1.5 0 0 1 4 17.5z" />
  ),
  profile: <path d="M12 12a4 4 0 1 0 0-8 4 4 0 0 0 0 8zm-7.5 8.5a7.5 7.5 0 0 1 15 0" />,
}

/** A larger count is shown as "99+", because the exact number does not matter. */
const maxCount = 99

const CountBadge = ({ waiting }: { waiting: WaitingCount | undefined }) => {
  if (!waiting || waiting.count === 0) return null
  const { count, text } = waiting
  return (
    <>
      <span className={styles.count} aria-hidden="true">
        {count > maxCount ? `${maxCount}+` : count}
      </span>
      <VisuallyHidden>{`${text} `}</VisuallyHidden>
    </>
  )
}

/**
 * The navigation of a signed-in coach on a phone, within reach of the thumb. Links to the four parts of the
 * app, and counts what the coach must act on in each part.
 */
export const AppBar = ({
  part: currentPart,
  waiting,
}: {
  /** The current part, or undefined outside the four parts. */
  part: AppPart | undefined
  waiting: Partial<Record<AppPart, WaitingCount>>
}) => {
  const t = useTranslate()
  const parts = [
    { part: 'courses', to: t('coursesHomeSlug') },
    { part: 'drills', to: 'drills' },
    { part: 'files', to: 'files' },
    { part: 'profile', to: t('profileSlug') },
  ] as const
  return (
    <nav className={styles.bar} aria-label={t('appBar.navigation')}>
      <ul className={styles.parts}>
        {parts.map(({ part, to }) => (
          <li key={part}>
            <LocaleLink
              to={to}
              className={styles.link}
              {...(part === currentPart && { 'data-here': true, 'aria-current': 'true' })}
            >
              <span className={styles.sign}>
                <svg viewBox="0 0 24 24" width="24" height="24" aria-hidden="true">
                  {icons[part]}
                </svg>
                <CountBadge waiting={waiting[part]} />
              </span>
              <span>{t(`appBar.${part}`)}</span>
            </LocaleLink>
          </li>
        ))}
      </ul>
    </nav>
  )
}

/**
 * The bar of a signed-in coach, with the number of uploads on which the coach must act. `customer` is the
 * customer id of the coach.
 */
export const CoachBar = ({
  customer,
  part,
  uploads,
}: {
  customer: string
  part: AppPart | undefined
  uploads: UploadClient
}) => {
  const t = useTranslate()
  const { needsAction } = useUploadCounts(uploads, customer)
  const text = t('sync.filesNeedYou', { count: needsAction })
  return <AppBar part={part} waiting={{ files: { count: needsAction, text } }} />
}
