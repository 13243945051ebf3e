import type { CourseModule } from '../../config/courses.ts'
import type { ModuleTexts } from '../../i18n/course-catalogue.ts'
import { useTranslate } from '../../i18n/use-translate.ts'
import { LocaleLink } from '../../ui/locale-link.tsx'
import styles from './module-row.module.css'
import { minutesAndSeconds } from '../../lib/time/minutes-and-seconds.ts'
import { isDone, type ModuleProgress, type ModuleState, type ProgressState } from '../../learning/progress.ts'
import type { MessageId } from '../../i18n/message-id.ts'
import { classNames } from '../../ui/class-names.ts'
import badge from './module-badge.module.css'

const stateMessages: Record<ModuleState, MessageId> = {
  open: 'courses.stateOpen',
  started: 'courses.stateStarted',
  waiting: 'courses.stateWaiting',
  'needs-you': 'courses.stateNeedsYou',
  complete: 'courses.stateComplete',
}

/** The state of a module in a word, with a sign for people who do not see its colour. */
const ModuleBadge = ({ state }: { state: ModuleState }) => {
  const t = useTranslate()
  return <span className={classNames(badge.badge, badge[state])}>{t(stateMessages[state])}</span>
}

/**
 * Whether a state cannot change when the server responds. A module that is open on this device may be complete
 * on another.
 */
const isCertain = (progress: ModuleProgress | undefined): boolean =>
  progress !== undefined && (isDone(progress) || progress.state === 'needs-you')

/** What remains for a coach who has begun a module. */
const LeftToDo = ({ module, progress }: { module: CourseModule; progress: ModuleProgress }) => {
  const t = useTranslate()
  const remaining: MessageId[] = []
  if (!progress.finished) remaining.push(module.kind === 'video' ? 'courses.leftVideo' : 'courses.leftText')
  if (!progress.answered) remaining.push('courses.leftQuestions')
  return <span>{remaining.map((message) => t(message)).join(' · ')}</span>
}

/** One module in the list of its course: the whole row links to it. */
export const ModuleRow = ({
  module,
  to,
  number,
  texts,
  progress,
  progressState,
  downloaded,
}: {
  module: CourseModule
  to: string
  number: number
  texts: ModuleTexts | undefined
  progress: ModuleProgress | undefined
  progressState: ProgressState
  /** Its video plays without a connection. */
  downloaded: boolean
}) => {
  const t = useTranslate()
  const isKnown = progressState === 'known' || isCertain(progress)
  return (
    <article className={styles.row}>
      <ModulePicture module={module} />
      <div className={styles.rowText}>
        <p className={styles.kind}>
          {[
            t('courses.moduleNumber', { number }),
            module.kind === 'video'
              ? t('courses.video', { duration: minutesAndSeconds(module.video.duration) })
              : t('courses.reading'),
          ].join(' · ')}
        </p>
        <h3>
          <LocaleLink viewTransition to={to} className={styles.rowLink}>
            {texts?.title ?? module.id}
          </LocaleLink>
        </h3>
        <p className={styles.summary}>{texts?.summary}</p>
        <p className={styles.marks}>
          {isKnown ? (
            <ModuleBadge state={progress?.state ?? 'open'} />
          ) : (
            <span className={classNames(badge.badge, badge.unknown)} />
          )}
          {isKnown && progress?.state === 'started' && <LeftToDo module={module} progress={progress} />}
          {downloaded && <span className={styles.downloaded}>{t('offline.keptShort')}</span>}
        </p>
      </div>
    </article>
  )
}

/** A text has no picture of its own, so it shows an open book. */
const ModulePicture = ({ module }: { module: CourseModule }) =>
  module.kind === 'video' ? (
    <img className={styles.thumb} src={module.video.poster} alt="" width="160" height="90" loading="lazy" />
  ) : (
    <span className={styles.page}>
      <svg viewBox="0 0 48 48" aria-hidden="true">
        <path d="M24 13c-4-3-9-4-15-4v27c6 0 11 1 15 4 4-3 9-4 15-4V9c-6 0-11 1-15 4zm0 0v27" />
        <path d="M14 17c2 0 4 1 6 2m-6 5c2 0 4 1 6 2m14-9c-2 0-4 1-6 2m6 5c-2 0-4 1-6 2" />
      </svg>
    </span>
  )
