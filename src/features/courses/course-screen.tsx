import type { ReactNode } from 'react'
import type { Course, CourseModule } from '../../config/courses.ts'
import type { CourseCatalogue } from '../../i18n/course-catalogue.ts'
import { useTranslate } from '../../i18n/use-translate.ts'
import { findCurrentModule, findNextPosition } from '../../learning/continuation.ts'
import { toSearch } from '../../learning/module-steps.ts'
import { getCourseProgress, type Progress, type ProgressState } from '../../learning/progress.ts'
import type { SavedPositions } from '../../learning/saved-position.ts'
import { buttonClass } from '../../ui/button.tsx'
import { Page } from '../../ui/layout/page.tsx'
import { ParentLink } from '../../ui/layout/parent-link.tsx'
import { PinnedActions } from '../../ui/layout/pinned-actions.tsx'
import { LocaleLink } from '../../ui/locale-link.tsx'
import { CourseMeter } from './course-meter.tsx'
import styles from './courses.module.css'
import { ModuleRow } from './module-row.tsx'

type Props = {
  course: Course
  texts: CourseCatalogue[string] | undefined
  progress: Progress
  progressState: ProgressState
  /** Where the coach stopped in each module. */
  savedPositions: SavedPositions
  /** The ids of the modules that are saved on this device. */
  downloaded: ReadonlySet<string>
  /** The controls that download the whole course; shown below the modules. */
  takeAlong: ReactNode
  children?: ReactNode
}

/** Links to the module that a coach starts or continues, at the position where they stopped. */
const ContinueLink = ({
  module,
  course,
  texts,
  progress,
  progressState,
  savedPositions,
}: Omit<Props, 'downloaded' | 'takeAlong' | 'children'> & { module: CourseModule }) => {
  const t = useTranslate()
  // A saved position is on this device before the server knows of a start.
  const isStarted = getCourseProgress(course, progress).isStarted || savedPositions.has(module.id)
  const knownAction = isStarted ? 'courses.goOnWith' : 'courses.startWith'
  const minutes = texts?.modules[module.id]?.minutes
  const position = findNextPosition(module, minutes, progress.get(module.id), savedPositions.get(module.id))
  return (
    <PinnedActions>
      <LocaleLink
        viewTransition
        to={`${t(course.slug)}/${module.id}`}
        search={toSearch(position)}
        className={buttonClass()}
      >
        {t(progressState === 'known' ? knownAction : 'courses.openModule', {
          number: course.modules.indexOf(module) + 1,
        })}
      </LocaleLink>
    </PinnedActions>
  )
}

/**
 * The page of a course: its progress, the link to continue, and its modules in order. `children` is the
 * certificate. It is above the modules if all are complete, and below them if not.
 */
export const CourseScreen = ({ downloaded, takeAlong, children, ...props }: Props) => {
  const { course, texts, progress, progressState, savedPositions } = props
  const t = useTranslate()
  const { isStarted } = getCourseProgress(course, progress)
  const current = findCurrentModule(course, progress, savedPositions)
  const coursesLink = <ParentLink to={t('coursesHomeSlug')}>{t('courses.backToCourses')}</ParentLink>
  return (
    <Page title={texts?.title ?? ''} parentLink={coursesLink} wide isCompact>
      <div className={styles.parts}>
        <CourseMeter course={course} progress={progress} progressState={progressState} />
        {current ? <ContinueLink module={current} {...props} /> : children}
        <section aria-label={t('courses.modules')}>
          <ol className={styles.list}>
            {course.modules.map((module, index) => (
              <li key={module.id}>
                <ModuleRow
                  module={module}
                  to={`${t(course.slug)}/${module.id}`}
                  number={index + 1}
                  texts={texts?.modules[module.id]}
                  progress={progress.get(module.id)}
                  progressState={progressState}
                  savedPosition={savedPositions.get(module.id)}
                  // A coach who has started nothing on this device may have started another module elsewhere.
                  isCurrent={module === current && (isStarted || progressState === 'known')}
                  isCourseStarted={isStarted}
                  isDownloaded={downloaded.has(module.id)}
                />
              </li>
            ))}
          </ol>
        </section>
        {current && children}
        <div className={styles.about}>
          <p>{texts?.summary}</p>
          <p>{t('courses.length', { hours: course.hours })}</p>
        </div>
        {takeAlong}
      </div>
    </Page>
  )
}
