import type { ReactNode } from 'react'
import { useTranslate } from '../../i18n/use-translate.ts'
import { LocaleLink } from '../../ui/locale-link.tsx'
import { VisuallyHidden } from '../../ui/visually-hidden.tsx'
import styles from './app-bar.module.css'
import { unsentByCoach } from '../../outbox/done-by-coach.ts'
import type { Outbox } from '../../outbox/outbox.ts'
import { useOutbox } from '../../outbox/use-outbox.ts'
import type { UploadClient } from '../../uploads/contract.ts'
import { useUploadCounts } from '../../uploads/use-uploads.ts'

/** The parts of the app that the bar links to. */
export type AppPart = 'courses' | 'files' | 'outbox' | 'profile'

/** What waits in a part: its number, as text, and whether it waits for the coach. */
export type Waiting = { count: number; text: string; needsYou: boolean }

const signs: Record<AppPart, ReactNode> = {
  courses: (
    <path d="M4 5.5h6.5A1.5 1.5 0 0 1 12 7v12a2 2 0 0 0-2-2H4zm16 0h-6.5A1.5 1.5 0 0 0 12 7v12a2 2 0 0 1 2-2h6z" />
  ),
  files: (
    <path d="M4 6.5A1.5 1.5 0 0 1 5.5 5H10l2 2.5h6.5A1.5 1.5 0 0 1 20 9v8.5a1.5 1.5 0 0 1-1.5 1.5h-13A1.5 1.5 0 0 1 4 17.5z" />
  ),
  outbox: <path d="M12 14V4m0 0L8 8m4-4 4 4M4 13v5.5A1.5 1.5 0 0 0 5.5 20h13a1.5 1.5 0 0 0 1.5-1.5V13" />,
  profile: <path d="M12 12a4 4 0 1 0 0-8 4 4 0 0 0 0 8zm-7.5 8.5a7.5 7.5 0 0 1 15 0" />,
}

/** Higher numbers cannot be told apart at a glance. */
const maxShown = 99

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
        {parts.map((one) => (
          <li key={one.part}>
            <LocaleLink
              to={one.to}
              className={styles.link}
              {...(part === one.part && { 'data-here': true, 'aria-current': 'true' })}
            >
              <span className={styles.sign}>
                <svg viewBox="0 0 24 24" width="24" height="24" aria-hidden="true">
                  {signs[one.part]}
                </svg>
                <Count waiting={waiting[one.part]} />
              </span>
              <span>{t(`appBar.${one.part}`)}</span>
            </LocaleLink>
          </li>
        ))}
      </ul>
    </nav>
  )
}

const Count = ({ waiting }: { waiting: Waiting | undefined }) => {
  if (!waiting || waiting.count === 0) return null
  const { count, text, needsYou } = waiting
  return (
    <>
      <span className={styles.count} data-needs-you={needsYou || undefined} aria-hidden="true">
        {count > maxShown ? `${maxShown}+` : count}
      </span>
      <VisuallyHidden>{`${text} `}</VisuallyHidden>
    </>
  )
}

type Props = {
  customer: string
  part: AppPart | undefined
  outbox: Pick<Outbox, 'snapshot' | 'subscribe'>
  uploads: UploadClient
}

/**
 * The bar of a signed-in coach: how many of the coach's entries wait in the outbox, and which uploads need
 * the coach.
 */
export const CoachBar = ({ customer, part, outbox, uploads }: Props) => {
  const t = useTranslate()
  const waiting = useOutbox(outbox)
  const { needsYou } = waiting
  const { needYou: files } = useUploadCounts(uploads, customer)
  const entries = unsentByCoach(waiting)
  const text = needsYou > 0 ? t('sync.needsYou', { count: needsYou }) : t('sync.toSend', { count: entries })
  return (
    <AppBar
      part={part}
      waiting={{
        outbox: { count: entries, text, needsYou: needsYou > 0 },
        files: { count: files, text: t('sync.filesNeedYou', { count: files }), needsYou: true },
      }}
    />
  )
}
