import { useId } from 'react'
import type { Course, CourseModule } from '../../config/courses.ts'
import type { CourseCatalogue } from '../../i18n/course-catalogue.ts'
import type { MessageId } from '../../i18n/message-id.ts'
import type { Translate } from '../../i18n/translate.ts'
import { useTranslate } from '../../i18n/use-translate.ts'
import { countMinutesLeft, findNextPlace, listSteps, type Places } from '../../learning/continuation.ts'
import { toSearch } from '../../learning/module-steps.ts'
import { courseProgress, isBegun, type Progress, type ProgressState } from '../../learning/progress.ts'
import { buttonClass } from '../../ui/button.tsx'
import { classNames } from '../../ui/class-names.ts'
import { LocaleLink } from '../../ui/locale-link.tsx'
import { Ring } from '../../ui/pictures/ring.tsx'
import { VisuallyHidden } from '../../ui/visually-hidden.tsx'
import styles from './continue-card.module.css'
import { courseTitle } from './course-title.ts'
import badge from './module-badge.module.css'

type Props = {
  course: Course
  module: CourseModule
  texts: CourseCatalogue[string] | undefined
  progress: Progress
  progressState: ProgressState
  places: Places
}

/** Where the button of the card leads, its text, and two lines about the module. */
const describe = (
  { course, module, texts, progress, progressState, places }: Props,
  t: Translate,
): { search: ReturnType<typeof toSearch>; action: string; lines: string[] } => {
  const moduleProgress = progress.get(module.id)
  const saved = places.get(module.id)
  const minutes = texts?.modules[module.id]?.minutes
  const place = findNextPlace(module, minutes, moduleProgress, saved)
  const search = toSearch(place)
  const left = countMinutesLeft(module, minutes, moduleProgress, place)
  const steps = listSteps(minutes)
  const step = steps.findIndex((one) => one === place.step)
  const number = course.modules.indexOf(module) + 1
  const isKnown = progressState === 'known'
  const isLeft = moduleProgress !== undefined && (isBegun(moduleProgress) || step > 0)
  if (isLeft && place.step !== 'result') {
    const stepLine = `${t('steps.number', { step: step + 1, count: steps.length })} · ${t(`steps.${place.step}`)}`
    // Another device may have done more.
    const lines = isKnown && left > 0 ? [stepLine, t('courses.minutesLeft', { count: left })] : [stepLine]
    return { search, action: t('courses.goOn'), lines }
  }
  const total = t('courses.moduleOf', { number, count: course.modules.length })
  const lines = left > 0 ? [total, t('common.minutes', { count: left })] : [total]
  const known: MessageId = courseProgress(course, progress).begun ? 'courses.goOn' : 'courses.start'
  return { search, action: isKnown ? t(known) : t('courses.openModule', { number }), lines }
}

/** The module with which a coach continues: what it is, how far they are, and the button that leads there. */
export const ContinueCard = (props: Props) => {
  const { course, module, texts, progress, progressState } = props
  const t = useTranslate()
  const titleId = useId()
  const { done, total } = courseProgress(course, progress)
  const isKnown = progressState === 'known'
  const needsCoach = progress.get(module.id)?.state === 'needs-you'
  const title = texts?.modules[module.id]?.title ?? module.id
  const { search, action, lines } = describe(props, t)
  return (
    <section className={styles.card} aria-labelledby={titleId}>
      <img className={styles.picture} src={module.thumbnail} alt="" width="320" height="320" />
      <div className={styles.names}>
        <p className={styles.course}>{courseTitle(course, texts, t)}</p>
        <h2 id={titleId} className={styles.title}>
          {title}
        </h2>
      </div>
      <div className={styles.state}>
        <Ring className={styles.ring} share={isKnown ? done / total : 0}>
          {isKnown && (
            <text className={styles.ringText} x="32" y="33">
              {`${done}/${total}`}
            </text>
          )}
        </Ring>
        <div>
          {isKnown && <VisuallyHidden>{t('courses.progress', { done, total })}</VisuallyHidden>}
          {needsCoach ? (
            <p>
              <span className={classNames(badge.badge, badge['needs-you'])}>
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
