import type { Course, CourseModule } from '../../../config/courses.ts'
import type { CourseCatalogue } from '../../../i18n/course-catalogue.ts'
import type { Translate } from '../../../i18n/translate.ts'
import { useTranslate } from '../../../i18n/use-translate.ts'
import { resultPosition, toSearch, type ModulePosition } from '../../../learning/module-steps.ts'
import { buttonClass } from '../../../ui/button.tsx'
import { PinnedActions } from '../../../ui/layout/pinned-actions.tsx'
import { LinkRow, RowList } from '../../../ui/layout/row-list.tsx'
import { LocaleLink } from '../../../ui/locale-link.tsx'

const getNextPageText = (next: ModulePosition, { step }: ModulePosition, t: Translate): string => {
  if (next.step === 'result') return t('steps.toResult')
  return next.step === step ? t('steps.next') : t('steps.nextStep', { step: t(`steps.${next.step}`) })
}

/** The main link of a step without questions: to the next page or to the next step. */
export const NextPageLink = ({
  to,
  positions,
  position,
  isComplete,
  isMainAction,
}: {
  /** The path of the module inside the locale. */
  to: string
  /** Whether the video was watched and the questions were answered. */
  isComplete: boolean
  /** False while another control is the main action of the step. */
  isMainAction: boolean
  positions: readonly ModulePosition[]
  position: ModulePosition
}) => {
  const t = useTranslate()
  // If the questions were answered before the video was watched, the video completes the module.
  const isCompletedByVideo = isComplete && position.step === 'watch'
  const followingPosition = isCompletedByVideo ? undefined : positions[positions.indexOf(position) + 1]
  const nextPosition = followingPosition ?? resultPosition
  return (
    <PinnedActions>
      <LocaleLink
        to={to}
        search={toSearch(nextPosition)}
        className={buttonClass(isMainAction ? 'primary' : 'secondary')}
      >
        {getNextPageText(nextPosition, position, t)}
      </LocaleLink>
    </PinnedActions>
  )
}

/** Links to the course, and to the next module unless the result already links to it. */
export const ModuleNavigation = ({
  course,
  module,
  texts,
  linkedModule,
}: {
  course: Course
  module: CourseModule
  texts: CourseCatalogue[string] | undefined
  /** The module that the result of this module links to. */
  linkedModule: CourseModule | undefined
}) => {
  const t = useTranslate()
  const nextModule = course.modules[course.modules.indexOf(module) + 1]
  return (
    <nav aria-label={t('courses.modules')}>
      <RowList>
        <LinkRow viewTransition to={t(course.slug)} label={t('courses.backToCourse')} />
        {nextModule && nextModule.id !== linkedModule?.id && (
          <LinkRow
            viewTransition
            to={`${t(course.slug)}/${nextModule.id}`}
            label={t('courses.nextModule', { title: texts?.modules[nextModule.id]?.title ?? nextModule.id })}
          />
        )}
      </RowList>
    </nav>
  )
}
