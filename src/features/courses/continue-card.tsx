import { useId } from 'react'
import type { Course, CourseModule } from '../../config/courses.ts'
import type { CourseCatalogue } from '../../i18n/course-catalogue.ts'
import type { MessageId } from '../../i18n/message-id.ts'
import type { Translate } from '../../i18n/translate.ts'
import { useTranslate } from '../../i18n/use-translate.ts'
import { countMinutesLeft, findNextPosition, listSteps } from '../../learning/continuation.ts'
import { toSearch } from '../../learning/module-steps.ts'
import { getCourseProgress, hasActivity, type Progress, type ProgressState } from '../../learning/progress.ts'
import type { SavedPositions } from '../../learning/saved-position.ts'
import { buttonClass } from '../../ui/button.tsx'
import { classNames } from '../../ui/class-names.ts'
import { LocaleLink } from '../../ui/locale-link.tsx'
import { Ring } from '../../ui/pictures/ring.tsx'
import { VisuallyHidden } from '../../ui/visually-hidden.tsx'
import styles from './continue-card.module.css'
import { getCourseTitle } from './course-title.ts'
import badgeStyles from './module-badge.module.css'

type Props = {
  course: Course
  module: CourseModule
  texts: CourseCatalogue[string] | undefined
  progress: Progress
  progressState: ProgressState
  /** Where the coach stopped in each module. */
  savedPositions: SavedPositions
}

/** Returns the search params and the text of the card's link, and one or two lines about the module. */
const getCardContent = (
  { course, module, texts, progress, progressState, savedPositions }: Props,
  t: Translate,
): { search: ReturnType<typeof toSearch>; action: string; lines: string[] } => {
  const moduleProgress = progress.get(module.id)
  const minutes = texts?.modules[module.id]?.minutes
  const position = findNextPosition(module, minutes, moduleProgress, savedPositions.get(module.id))
  const search = toSearch(position)
  const minutesLeft = countMinutesLeft(module, minutes, moduleProgress, position)
  const steps = listSteps(minutes)
  const stepIndex = steps.findIndex((step) => step === position.step)
  const isProgressKnown = progressState === 'known'

  /** Whether the coach has done something in the module, or has gone to a later step. */
  const isInterrupted = moduleProgress !== undefined && (hasActivity(moduleProgress) || stepIndex > 0)
  if (isInterrupted && position.step !== 'result') {
    const stepNumber = t('steps.number', { step: stepIndex + 1, count: steps.length })
    const lines = [`${stepNumber} · ${t(`steps.${position.step}`)}`]
    // While the progress is not known, the coach may have done more on another device.
    if (isProgressKnown && minutesLeft > 0) lines.push(t('courses.minutesLeft', { count: minutesLeft }))
    return { search, action: t('courses.goOn'), lines }
  }

  const number = course.modules.indexOf(module) + 1
  const lines = [t('courses.moduleOf', { number, count: course.modules.length })]
  if (minutesLeft > 0) lines.push(t('common.minutes', { count: minutesLeft }))
  // While the progress is not known, the link does not say whether the coach starts or continues.
  const knownAction: MessageId = getCourseProgress(course, progress).isStarted
    ? 'courses.goOn'
    : 'courses.start'
  return { search, action: isProgressKnown ? t(knownAction) : t('courses.openModule', { number }), lines }
}

/**
 * Shows the module that a coach continues with, how far they are, and a link to it. If the coach must act on
 * an entry about the module (`needs-you`), it links to the outbox instead.
 */
export const ContinueCard = (props: Props) => {
  const { course, module, texts, progress, progressState } = props
  const t = useTranslate()
  const titleId = useId()
  const { done, total } = getCourseProgress(course, progress)
  const isProgressKnown = progressState === 'known'
  const needsCoach = progress.get(module.id)?.state === 'needs-you'
  const title = texts?.modules[module.id]?.title ?? module.id
  const { search, action, lines } = getCardContent(props, t)
  return (
    <section className={styles.card} aria-labelledby={titleId}>
      <img className={styles.picture} src={module.thumbnail} alt="" width="320" height="320" />
      <div className={styles.names}>
        <p className={styles.course}>{getCourseTitle(course, texts, t)}</p>
        <h2 id={titleId} className={styles.title}>
          {title}
        </h2>
      </div>
      <div className={styles.state}>
        <Ring className={styles.ring} share={isProgressKnown ? done / total : 0}>
          {isProgressKnown && (
            // The middle of the ring's 64 × 64 units, and one unit lower, where digits look centred.
            <text className={styles.ringText} x="32" y="33">
              {`${done}/${total}`}
            </text>
          )}
        </Ring>
        <div>
          {isProgressKnown && <VisuallyHidden>{t('courses.progress', { done, total })}</VisuallyHidden>}
          {needsCoach ? (
            <p>
              <span className={classNames(badgeStyles.badge, badgeStyles['needs-you'])}>
                {t('courses.stateNeedsYou')}
              </span>
            </p>
          ) : (
            lines.map((line) => <p key={line}>{line}</p>)
          )}
        </div>
      </div>
      {needsCoach ? (
        <LocaleLink viewTransition to="outbox" className={buttonClass('primary', styles.action)}>
          {t('survey.toOutbox')}
        </LocaleLink>
      ) : (
        <LocaleLink
          viewTransition
          to={`${t(course.slug)}/${module.id}`}
          search={search}
          className={buttonClass('primary', styles.action)}
        >
          <span>{action}</span> <VisuallyHidden>{title}</VisuallyHidden>
        </LocaleLink>
      )}
    </section>
  )
}
