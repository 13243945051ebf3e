import type { Course, CourseModule } from '../../../config/courses.ts'
import type { Translate } from '../../../i18n/translate.ts'
import { useTranslate } from '../../../i18n/use-translate.ts'
import {
  courseProgress,
  isDone,
  moduleAfter,
  type Progress,
  type ProgressState,
} from '../../../learning/progress.ts'
import type { ModuleStep } from '../../../learning/module-steps.ts'
import { minutesAndSeconds } from '../../../lib/time/minutes-and-seconds.ts'
import { findGaps, type Segment } from '../../../lib/segments.ts'
import { Button, buttonClass } from '../../../ui/button.tsx'
import { Celebration } from '../../../ui/pictures/celebration.tsx'
import { LocaleLink } from '../../../ui/locale-link.tsx'
import { ButtonRow } from '../../../ui/layout/button-row.tsx'
import { Stack } from '../../../ui/layout/stack.tsx'
import { CourseMeter } from '../course-meter.tsx'

type Props = {
  course: Course
  /** The module on the screen. */
  module: CourseModule
  progress: Progress
  progressState: ProgressState
  /** The film of the module cannot be shown now. */
  filmUnavailable: boolean
}

/** A step that the coach is led back to, because the module lacks it. */
type BackToStep = {
  /** Shows the first page of a step, and resolves when it is on the screen. */
  onStep: (step: ModuleStep) => Promise<void>
}

/** The module has become complete a moment ago: the congratulation is drawn in motion, once. */
type IsNew = { isNew: boolean }

/** The module that the step after the answers links to; undefined if it links elsewhere. */
export const findLinkedModule = ({
  course,
  module,
  progress,
  filmUnavailable,
}: Omit<Props, 'progressState'>): CourseModule | undefined => {
  const moduleProgress = progress.get(module.id)
  if (!moduleProgress || !(isDone(moduleProgress) || filmUnavailable)) return undefined
  return moduleAfter(course, module, progress, !moduleProgress.finished)
}

/**
 * The result of a module: whether it is complete, what it lacks and the way there, the progress of the course,
 * and the next module.
 */
export const NextStep = ({
  course,
  module,
  progress,
  progressState,
  filmUnavailable,
  isNew,
  onStep,
}: Props & BackToStep & IsNew) => {
  const t = useTranslate()
  const moduleProgress = progress.get(module.id)
  const isUnfinished = moduleProgress?.finished === false
  // While the server's part is being read, the answers of another device may be on their way.
  const isUnanswered = progressState !== 'reading' && moduleProgress?.answered !== true
  const isComplete = moduleProgress !== undefined && isDone(moduleProgress)
  const { done, total } = courseProgress(course, progress)
  // Without the server's part, the modules of other devices are not counted.
  const share = progressState === 'known' && done < total ? done / total : undefined
  return (
    <Stack>
      {isComplete && (
        <Celebration isNew={isNew} {...(share !== undefined && { share })}>
          {t(done < total ? 'courses.moduleComplete' : 'courses.complete')}
        </Celebration>
      )}
      <CourseMeter course={course} progress={progress} progressState={progressState} />
      {isUnfinished && filmUnavailable && <p>{t('courses.missing.away')}</p>}
      {isUnanswered && <BackToQuestions onStep={onStep} />}
      {isUnfinished && !filmUnavailable && (
        <BackToMissingPart
          module={module}
          watched={moduleProgress?.watched ?? []}
          onStep={onStep}
          variant={isUnanswered ? 'secondary' : 'primary'}
        />
      )}
      {!isUnanswered && !(isUnfinished && !filmUnavailable) && (
        <NextLink
          course={course}
          module={module}
          progress={progress}
          progressState={progressState}
          isPostponed={isUnfinished}
        />
      )}
    </Stack>
  )
}

/** Moves the focus to the film, and plays it from a time in seconds. */
const playFrom = (startAt: number) => {
  const film = document.querySelector('video')
  if (!film) return
  film.focus({ preventScroll: true })
  film.currentTime = startAt
  // If the film does not start, the player shows its controls and errors.
  film.play().catch(() => {})
}

/** In seconds. A player that seeks may leave a shorter gap, which the coach has not skipped. */
const minGap = 1

/**
 * Where a coach has to continue, in seconds of the film, and a text that says so. If there are several gaps it
 * is the first: watching from there to the end covers all of them.
 */
const findMissingPart = (module: CourseModule, watched: readonly Segment[], t: Translate) => {
  if (module.kind === 'extra') return { from: 0, text: t('courses.missing.text') }
  const { duration } = module.video
  const gaps = findGaps(watched, duration)
  const skipped = gaps.filter(([from, to]) => to - from >= minGap)
  const [[from, to] = [0, duration], ...otherGaps] = skipped.length > 0 ? skipped : gaps
  const times = { from: minutesAndSeconds(Math.floor(from)), to: minutesAndSeconds(Math.ceil(to)) }
  if (otherGaps.length > 0) return { from, text: t('courses.missing.skippedOften', times) }
  return { from, text: to === duration ? t('courses.missing.video') : t('courses.missing.skipped', times) }
}

/** Leads back to the film or the text, without which the answers do not finish the module. */
const BackToMissingPart = ({
  module,
  watched,
  onStep,
  variant,
}: Pick<Props, 'module'> &
  BackToStep & { watched: readonly Segment[]; variant: 'primary' | 'secondary' }) => {
  const t = useTranslate()
  const { from, text } = findMissingPart(module, watched, t)
  return (
    <>
      <p>{text}</p>
      <ButtonRow>
        {module.kind === 'video' ? (
          <Button variant={variant} onClick={() => void onStep('watch').then(() => playFrom(from))}>
            {t('courses.leftVideo')}
          </Button>
        ) : (
          <Button variant={variant} onClick={() => void onStep('understand')}>
            {t('courses.leftText')}
          </Button>
        )}
      </ButtonRow>
    </>
  )
}

/** Leads back to the questions, without whose answers the module is not complete. */
const BackToQuestions = ({ onStep }: BackToStep) => {
  const t = useTranslate()
  return (
    <>
      <p>{t('courses.missing.questions')}</p>
      <ButtonRow>
        <Button onClick={() => void onStep('check')}>{t('courses.leftQuestions')}</Button>
      </ButtonRow>
    </>
  )
}

/**
 * Links to the next module or to the certificate. Shows nothing while the answers of this module need the
 * coach, or while only its film is left.
 */
const NextLink = ({
  course,
  module,
  progress,
  progressState,
  isPostponed,
}: Omit<Props, 'filmUnavailable'> & { isPostponed: boolean }) => {
  const t = useTranslate()
  const next = moduleAfter(course, module, progress, isPostponed)
  if (next?.id === module.id || (isPostponed && !next)) return null
  const link = next
    ? {
        to: `${t(course.slug)}/${next.id}`,
        text: t(progressState === 'known' ? 'courses.goOnWith' : 'courses.openModule', {
          number: course.modules.indexOf(next) + 1,
        }),
      }
    : { to: `${t(course.slug)}/certificate`, text: t('certificate.toCertificate') }
  return (
    <ButtonRow>
      <LocaleLink viewTransition to={link.to} className={buttonClass()}>
        {link.text}
      </LocaleLink>
    </ButtonRow>
  )
}
