import type { ReactNode } from 'react'
import { useTranslate } from '../../i18n/use-translate.ts'
import { LocaleLink } from '../../ui/locale-link.tsx'
import { VisuallyHidden } from '../../ui/visually-hidden.tsx'
import styles from './app-bar.module.css'
import { countUnsentWork } from '../../outbox/count-unsent.ts'
import type { Outbox } from '../../outbox/outbox.ts'
import { useOutbox } from '../../outbox/use-outbox.ts'
import type { UploadClient } from '../../uploads/contract.ts'
import { useUploadCounts } from '../../uploads/use-uploads.ts'

/** The parts of the app that the bar links to. */
export type AppPart = 'courses' | 'files' | 'outbox' | 'profile'

/** What waits in a part of the app. */
export type Waiting = {
  count: number
  /** The count in words, for a screen reader. */
  text: string
  /** It waits until the coach does something. */
  needsAction: boolean
}

const icons: Record<AppPart, ReactNode> = {
  courses: (
    <path d="M4 5.5h6.5A1.5 1.5 0 0 1 12 7v12a2 2 0 0 0-2-2H4zm16 0h-6.5A1.5 1.5 0 0 0 12 7v12a2 2 0 0 1 2-2h6z" />
  ),
  files: (
    <path d="M4 6.5A1.5 1.5 0 0 1 5.5 5H10l2 2.5h6.5A1.5 1.5 0 0 1 20 9v8.5a1.5 1.5 0 0 1-1.5 1.5h-13A1.5 1.5 0 0 1 4 17.5z" />
  ),
  outbox: <path d="M12 14V4m0 0L8 8m4-4 4 4M4 13v5.5A1.5 1.5 0 0 0 5.5 20h13a1.5 1.5 0 0 0 1.5-1.5V13" />,
  profile: <path d="M12 12a4 4 0 1 0 0-8 4 4 0 0 0 0 8zm-7.5 8.5a7.5 7.5 0 0 1 15 0" />,
}

/** A larger count is shown as "99+": it needs no exact number. */
const maxCount = 99

/**
 * The navigation of a signed-in coach on a phone, within reach of the thumb: the four parts of the app, and
 * what waits in them.
 */
export const AppBar = ({
  part,
  waiting,
}: {
  /** The current part; undefined outside the four parts. */
  part: AppPart | undefined
  waiting: Partial<Record<AppPart, Waiting>>
}) => {
  const t = useTranslate()
  const parts = [
    { part: 'courses', to: t('coursesHomeSlug') },
    { part: 'files', to: 'files' },
    { part: 'outbox', to: 'outbox' },
    { part: 'profile', to: t('profileSlug') },
  ] as const
  return (
    <nav className={styles.bar} aria-label={t('appBar.navigation')}>
      <ul className={styles.parts}>
        {parts.map(({ part: name, to }) => (
          <li key={name}>
            <LocaleLink
              to={to}
              className={styles.link}
              {...(part === name && { 'data-here': true, 'aria-current': 'true' })}
            >
              <span className={styles.sign}>
                <svg viewBox="0 0 24 24" width="24" height="24" aria-hidden="true">
                  {icons[name]}
                </svg>
                <Count waiting={waiting[name]} />
              </span>
              <span>{t(`appBar.${name}`)}</span>
            </LocaleLink>
          </li>
        ))}
      </ul>
    </nav>
  )
}

const Count = ({ waiting }: { waiting: Waiting | undefined }) => {
  if (!waiting || waiting.count === 0) return null
  const { count, text, needsAction } = waiting
  return (
    <>
      <span className={styles.count} data-needs-you={needsAction || undefined} aria-hidden="true">
        {count > maxCount ? `${maxCount}+` : count}
      </span>
      <VisuallyHidden>{`${text} `}</VisuallyHidden>
    </>
  )
}

type CoachBarProps = {
  customer: string
  part: AppPart | undefined
  outbox: Pick<Outbox, 'snapshot' | 'subscribe'>
  uploads: UploadClient
}

/**
 * The bar of a signed-in coach: how many of the coach's entries wait in the outbox, and which uploads need
 * the coach.
 */
export const CoachBar = ({ customer, part, outbox, uploads }: CoachBarProps) => {
  const t = useTranslate()
  const snapshot = useOutbox(outbox)
  const { needsAction } = snapshot
  const { needAction: fileCount } = useUploadCounts(uploads, customer)
  const entryCount = countUnsentWork(snapshot)
  const text =
    needsAction > 0 ? t('sync.needsYou', { count: needsAction }) : t('sync.toSend', { count: entryCount })
  return (
    <AppBar
      part={part}
      waiting={{
        outbox: { count: entryCount, text, needsAction: needsAction > 0 },
        files: { count: fileCount, text: t('sync.filesNeedYou', { count: fileCount }), needsAction: true },
      }}
    />
  )
}
