import type { CourseModule } from '../../config/courses.ts'
import type { ModuleTexts } from '../../i18n/course-catalogue.ts'
import type { MessageId } from '../../i18n/message-id.ts'
import type { Translate } from '../../i18n/translate.ts'
import { useTranslate } from '../../i18n/use-translate.ts'
import { countMinutesLeft, findNextPosition } from '../../learning/continuation.ts'
import { firstPosition } from '../../learning/module-steps.ts'
import {
  hasActivity,
  isDone,
  type ModuleProgress,
  type ModuleState,
  type ProgressState,
} from '../../learning/progress.ts'
import type { SavedPosition } from '../../learning/saved-position.ts'
import { classNames } from '../../ui/class-names.ts'
import { LocaleLink } from '../../ui/locale-link.tsx'
import { VisuallyHidden } from '../../ui/visually-hidden.tsx'
import badgeStyles from './module-badge.module.css'
import styles from './module-row.module.css'

type Props = {
  module: CourseModule
  /** The path of the module inside the locale. */
  to: string
  /** The number of the module in its course, from 1. */
  number: number
  texts: ModuleTexts | undefined
  progress: ModuleProgress | undefined
  progressState: ProgressState
  /** Where the coach stopped. */
  savedPosition: SavedPosition | undefined
  /** Whether the coach starts or continues with this module. */
  isCurrent: boolean
  /** Whether the coach has started the course. */
  isCourseStarted: boolean
  /** Whether the module is saved on this device. */
  isDownloaded: boolean
}

const stateMessages: Record<Exclude<ModuleState, 'open'>, MessageId> = {
  started: 'courses.stateStarted',
  waiting: 'courses.stateWaiting',
  'needs-you': 'courses.stateNeedsYou',
  complete: 'courses.stateComplete',
}

/**
 * Names the state of a module that is no longer open. CSS adds a symbol for users who do not see its colour.
 */
const ModuleBadge = ({ state }: { state: Exclude<ModuleState, 'open'> }) => {
  const t = useTranslate()
  return <span className={classNames(badgeStyles.badge, badgeStyles[state])}>{t(stateMessages[state])}</span>
}

/**
 * Whether the state of a module is certain before the server responds. A module that is open on this device
 * may be complete on another.
 */
const isCertain = (progress: ModuleProgress | undefined): boolean =>
  progress !== undefined && (isDone(progress) || progress.state === 'needs-you')

/** Lists what a coach who has started a module still has to do. */
const RemainingTasks = ({ module, progress }: { module: CourseModule; progress: ModuleProgress }) => {
  const t = useTranslate()
  const remaining: MessageId[] = []
  if (!progress.finished) remaining.push(module.kind === 'video' ? 'courses.leftVideo' : 'courses.leftText')
  if (!progress.answered) remaining.push('courses.leftQuestions')
  return <span>{remaining.map((message) => t(message)).join(' · ')}</span>
}

/**
 * Returns the minutes that a module takes, or that are left if the coach has certainly started it. Adds a note
 * if the module has no video (`extra`).
 */
const describeLength = (
  { module, texts, progress, savedPosition }: Pick<Props, 'module' | 'texts' | 'progress' | 'savedPosition'>,
  isProgressKnown: boolean,
  t: Translate,
): string => {
  const minutes = texts?.minutes
  const isInProgress = isProgressKnown && progress?.state === 'started' && hasActivity(progress)
  // Without progress, from the first position: the minutes of the whole module.
  const count = isInProgress
    ? countMinutesLeft(module, minutes, progress, findNextPosition(module, minutes, progress, savedPosition))
    : countMinutesLeft(module, minutes, undefined, firstPosition)
  const parts: string[] = []
  if (module.kind === 'extra') parts.push(t('courses.reading'))
  if (count > 0) parts.push(t(isInProgress ? 'courses.minutesLeft' : 'common.minutes', { count }))
  return parts.join(' · ')
}

/** A module in the list of its course. The whole row links to the module. */
export const ModuleRow = ({ isCurrent, isCourseStarted, isDownloaded, ...props }: Props) => {
  const { module, to, number, texts, progress, progressState } = props
  const t = useTranslate()
  const isProgressKnown = progressState === 'known' || isCertain(progress)
  const isComplete = progress !== undefined && isDone(progress)
  return (
    <article
      className={classNames(styles.row, isCurrent && styles.current, isComplete && styles.complete)}
      aria-current={isCurrent ? 'step' : undefined}
    >
      <div className={styles.picture}>
        <img src={module.thumbnail} alt="" width="320" height="320" loading="lazy" />
        <span className={styles.number} aria-hidden="true">
          {number}
        </span>
      </div>
      <div className={styles.rowText}>
        {isCurrent && isCourseStarted && <p className={styles.here}>{t('courses.continueHere')}</p>}
        <h2 className={styles.title}>
          <VisuallyHidden>{`${t('courses.moduleNumber', { number })}:`}</VisuallyHidden>{' '}
          <LocaleLink viewTransition to={to} className={styles.rowLink}>
            {texts?.title ?? module.id}
          </LocaleLink>
        </h2>
        <p className={styles.summary}>{texts?.summary}</p>
        <p className={styles.marks}>
          <span className={styles.length}>{describeLength(props, isProgressKnown, t)}</span>
          {isProgressKnown && progress && progress.state !== 'open' && <ModuleBadge state={progress.state} />}
          {isProgressKnown && progress?.state === 'started' && (
            <RemainingTasks module={module} progress={progress} />
          )}
          {isDownloaded && <span className={styles.downloaded}>{t('offline.keptShort')}</span>}
        </p>
      </div>
    </article>
  )
}
