import type { Course, CourseModule } from '../../config/courses.ts'
import type { Translate } from '../../i18n/translate.ts'
import { useTranslate } from '../../i18n/use-translate.ts'
import { isDone, moduleAfter, type Progress, type ProgressState } from '../../learning/progress.ts'
import { minutesAndSeconds } from '../../lib/time/minutes-and-seconds.ts'
import { gapsOf, type Segment } from '../../lib/segments.ts'
import { Button, buttonClass } from '../../ui/button.tsx'
import { Celebration } from '../../ui/pictures/celebration.tsx'
import { LocaleLink } from '../../ui/locale-link.tsx'
import { ButtonRow } from '../../ui/layout/button-row.tsx'
import { Stack } from '../../ui/layout/stack.tsx'
import { CourseMeter } from './course-meter.tsx'

type Props = {
  course: Course
  /** The module on the screen. */
  module: CourseModule
  progress: Progress
  progressState: ProgressState
  /** Its film cannot be shown now. */
  filmUnavailable: boolean
}

/** The module that the step after the answers links to; undefined if it links elsewhere. */
export const linkedModuleOf = ({
  course,
  module,
  progress,
  filmUnavailable,
}: Omit<Props, 'progressState'>): CourseModule | undefined => {
  const own = progress.get(module.id)
  if (!own || !(isDone(own) || filmUnavailable)) return undefined
  return moduleAfter(course, module, progress, !own.finished)
}

/** For a coach who has just answered: the progress of the course, and the next step. */
export const NextStep = ({ course, module, progress, progressState, filmUnavailable }: Props) => {
  const t = useTranslate()
  const unfinished = progress.get(module.id)?.finished === false
  return (
    <Stack>
      <CourseMeter {...{ course, progress, progressState }} />
      {unfinished && filmUnavailable && <p>{t('courses.missing.away')}</p>}
      {unfinished && !filmUnavailable ? (
        <ToBeginning module={module} watched={progress.get(module.id)?.watched ?? []} />
      ) : (
        <NextLink {...{ course, module, progress, progressState }} isPostponed={unfinished} />
      )}
    </Stack>
  )
}

/**
 * Goes to the film, or to the title above the text. A film that cannot be shown has its notice there, too.
 */
const goToBeginning = (from: number) => {
  const film = document.querySelector('video')
  const beginning = film ?? document.querySelector<HTMLElement>('h1')
  beginning?.focus({ preventScroll: true })
  beginning?.scrollIntoView({ block: 'start' })
  if (!film) return
  film.currentTime = from
  // If the film does not start, the player shows its controls and errors.
  film.play().catch(() => {})
}

/** Seconds. A player that seeks may leave a shorter gap, which the coach has not skipped. */
const minGap = 1

/**
 * The start of what is still to be watched of a film, in seconds, and its text. If there are several gaps,
 * the first: watching from there to the end covers all of them.
 */
const missingOf = (module: CourseModule, watched: readonly Segment[], t: Translate) => {
  if (module.kind === 'extra') return { from: 0, text: t('courses.missing.text') }
  const { duration } = module.video
  const gaps = gapsOf(watched, duration)
  const skipped = gaps.filter(([from, to]) => to - from >= minGap)
  const [[from, to] = [0, duration], ...others] = skipped.length > 0 ? skipped : gaps
  const words = { from: minutesAndSeconds(Math.floor(from)), to: minutesAndSeconds(Math.ceil(to)) }
  if (others.length > 0) return { from, text: t('courses.missing.skippedOften', words) }
  return { from, text: to === duration ? t('courses.missing.video') : t('courses.missing.skipped', words) }
}

/** The answers do not finish the module on the screen. */
const ToBeginning = ({ module, watched }: Pick<Props, 'module'> & { watched: readonly Segment[] }) => {
  const t = useTranslate()
  const { from, text } = missingOf(module, watched, t)
  return (
    <>
      <p>{text}</p>
      <ButtonRow>
        <Button onClick={() => goToBeginning(from)}>
          {t(module.kind === 'video' ? 'courses.leftVideo' : 'courses.leftText')}
        </Button>
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
    <>
      {!next && <Celebration>{t('courses.complete')}</Celebration>}
      <ButtonRow>
        <LocaleLink viewTransition to={link.to} className={buttonClass()}>
          {link.text}
        </LocaleLink>
      </ButtonRow>
    </>
  )
}
