import type { Course, CourseModule } from '../../../config/courses.ts'
import type { Translate } from '../../../i18n/translate.ts'
import { useTranslate } from '../../../i18n/use-translate.ts'
import type { ModuleStep } from '../../../learning/module-steps.ts'
import {
  findModuleAfter,
  getCourseProgress,
  isDone,
  type Progress,
  type ProgressState,
} from '../../../learning/progress.ts'
import { findGaps, type Segment } from '../../../lib/watched-segments.ts'
import { formatMinutesAndSeconds } from '../../../lib/time/minutes-and-seconds.ts'
import { Button, buttonClass } from '../../../ui/button.tsx'
import { classNames } from '../../../ui/class-names.ts'
import { PinnedActions } from '../../../ui/layout/pinned-actions.tsx'
import { RowList } from '../../../ui/layout/row-list.tsx'
import { Stack } from '../../../ui/layout/stack.tsx'
import { LocaleLink } from '../../../ui/locale-link.tsx'
import { Celebration } from '../../../ui/pictures/celebration.tsx'
import { CourseMeter } from '../course-meter.tsx'
import { Requirement } from './completion-requirement.tsx'
import styles from './next-step.module.css'

type Props = {
  course: Course
  /** The current module. */
  module: CourseModule
  progress: Progress
  progressState: ProgressState
  /** Whether the video of the module cannot be shown now. */
  isVideoUnavailable: boolean
}

type StepNavigation = {
  /** Shows the first page of a step, and resolves when it is displayed. */
  onStep: (step: ModuleStep) => Promise<void>
}

/**
 * Returns the module that the result links to, or undefined if it links elsewhere or nowhere. It links to a
 * module only if the current one is done, or if its video must wait because it cannot be shown now.
 */
export const findLinkedModule = ({
  course,
  module,
  progress,
  isVideoUnavailable,
}: Omit<Props, 'progressState'>): CourseModule | undefined => {
  const moduleProgress = progress.get(module.id)
  if (!moduleProgress) return undefined
  if (!isDone(moduleProgress) && !isVideoUnavailable) return undefined
  // The coach leaves the video for later.
  const isPostponed = !moduleProgress.finished
  return findModuleAfter(course, module, progress, isPostponed)
}

/** Moves the focus to the only video of the page, and plays it from a time in seconds. */
const playFrom = (startAt: number) => {
  const video = document.querySelector('video')
  if (!video) return
  video.focus({ preventScroll: true })
  video.currentTime = startAt
  // If the browser refuses to play, the player shows its controls or an error.
  video.play().catch(() => {})
}

/** A shorter gap comes from imprecise seeking: the coach has not skipped anything. */
const minGapSeconds = 1

/**
 * Returns where a coach has to continue, in seconds of the video, and a text that says so. If there are
 * several gaps, this is the first one, because watching from there to the end covers all of them.
 */
const findMissingPart = (module: CourseModule, watched: readonly Segment[], t: Translate) => {
  if (module.kind === 'extra') return { from: 0, text: t('courses.missing.text') }
  const { duration } = module.video
  const allGaps = findGaps(watched, duration)
  const realGaps = allGaps.filter(([from, to]) => to - from >= minGapSeconds)
  // If only short gaps are left, they are what is missing.
  const gaps = realGaps.length > 0 ? realGaps : allGaps
  const [from, to] = gaps[0] ?? [0, duration]
  const times = {
    from: formatMinutesAndSeconds(Math.floor(from)),
    to: formatMinutesAndSeconds(Math.ceil(to)),
  }
  if (gaps.length > 1) return { from, text: t('courses.missing.skippedOften', times) }
  const isRestMissing = to === duration
  return { from, text: isRestMissing ? t('courses.missing.video') : t('courses.missing.skipped', times) }
}

/**
 * Links to the next module or to the certificate. `isPostponed`: the video of this module is left for later.
 * Shows nothing if this module comes next, because the coach must act on its answers, or they are not known
 * yet. If the video is postponed, also shows nothing when no module with open questions is left.
 */
const NextLink = ({
  course,
  module,
  progress,
  progressState,
  isPostponed,
}: Omit<Props, 'isVideoUnavailable'> & { isPostponed: boolean }) => {
  const t = useTranslate()
  const next = findModuleAfter(course, module, progress, isPostponed)
  const isThisModule = next?.id === module.id
  if (isThisModule || (isPostponed && !next)) return null
  const link = next
    ? {
        to: `${t(course.slug)}/${next.id}`,
        text: t(progressState === 'known' ? 'courses.goOnWith' : 'courses.openModule', {
          number: course.modules.indexOf(next) + 1,
        }),
      }
    : { to: `${t(course.slug)}/certificate`, text: t('certificate.toCertificate') }
  return (
    <PinnedActions>
      <LocaleLink viewTransition to={link.to} className={buttonClass()}>
        {link.text}
      </LocaleLink>
    </PinnedActions>
  )
}

/**
 * Shows the result of a module: whether it is complete, otherwise what is missing with a button that leads
 * there, the progress of the course, and the link to the next module.
 */
export const NextStep = ({
  course,
  module,
  progress,
  progressState,
  isVideoUnavailable,
  isNew,
  onCelebrated,
  onStep,
}: Props &
  StepNavigation & {
    /** Whether the coach has just completed the module, so that the congratulation is animated. */
    isNew: boolean
    /** Called after the animation. */
    onCelebrated: () => void
  }) => {
  const t = useTranslate()
  const moduleProgress = progress.get(module.id)
  const isUnfinished = moduleProgress?.finished === false
  // False while the progress on the server is loading: the coach may have answered on another device.
  const isUnanswered = progressState !== 'reading' && moduleProgress?.answered !== true
  const isComplete = moduleProgress !== undefined && isDone(moduleProgress)
  const canFinishNow = isUnfinished && !isVideoUnavailable
  const isVideo = module.kind === 'video'
  /** Whether the answers may be on the server. The screen has room for the questions until it is known. */
  const arePending = progressState === 'reading' && !moduleProgress?.answered
  const mayBothBeMissing = canFinishNow && (isUnanswered || arePending)
  const missingPart = findMissingPart(module, moduleProgress?.watched ?? [], t)
  const openQuestions = () => void onStep('check')
  const openVideoOrText = () =>
    void onStep(isVideo ? 'watch' : 'understand').then(() => {
      if (isVideo) playFrom(missingPart.from)
    })
  const { done, total } = getCourseProgress(course, progress)
  const isCourseIncomplete = done < total
  const finishedText = t(isVideo ? 'courses.done.video' : 'courses.done.text')
  const answeredState = moduleProgress?.areAnswersRefused ? 'refused' : 'done'
  const questionsState = isUnanswered ? 'missing' : answeredState
  const unfinishedText = isVideoUnavailable ? t('courses.missing.away') : missingPart.text
  return (
    <Stack>
      {isComplete && (
        <Celebration
          picture={isCourseIncomplete ? 'tick' : 'rosette'}
          isLarge
          isNew={isNew}
          onShown={onCelebrated}
        >
          {t(isCourseIncomplete ? 'courses.moduleComplete' : 'courses.complete')}
        </Celebration>
      )}
      <CourseMeter course={course} progress={progress} progressState={progressState} />
      {moduleProgress && !isComplete && (
        <div className={styles.requirements}>
          {(canFinishNow || questionsState !== 'done') && (
            <h3 className={styles.toComplete}>{t('courses.toComplete')}</h3>
          )}
          {mayBothBeMissing && (
            <p className={classNames(styles.anyOrder, arePending && styles.pending)}>
              {t('courses.anyOrder')}
            </p>
          )}
          <RowList>
            <Requirement
              state={isUnfinished ? 'missing' : 'done'}
              text={isUnfinished ? unfinishedText : finishedText}
              onOpen={isUnfinished ? openVideoOrText : undefined}
            />
            <Requirement
              state={arePending ? 'missing' : questionsState}
              text={t(`courses.${arePending ? 'missing' : questionsState}.questions`)}
              onOpen={isUnanswered || arePending ? openQuestions : undefined}
              isPending={arePending}
            />
          </RowList>
        </div>
      )}
      {(canFinishNow || isUnanswered) && (
        <PinnedActions>
          {/* Leads to the first missing requirement. */}
          {canFinishNow ? (
            <Button onClick={openVideoOrText}>{t(isVideo ? 'courses.leftVideo' : 'courses.leftText')}</Button>
          ) : (
            <Button onClick={openQuestions}>{t('courses.leftQuestions')}</Button>
          )}
        </PinnedActions>
      )}
      {!isUnanswered && !canFinishNow && (
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
