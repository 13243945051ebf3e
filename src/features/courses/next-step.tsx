import type { Course, CourseModule } from '../../config/courses.ts'
import { useTranslate } from '../../i18n/use-translate.ts'
import { courseProgress, type Progress } from '../../learning/progress.ts'
import { buttonClass } from '../../ui/button.tsx'
import { LocaleLink } from '../../ui/locale-link.tsx'
import { Stack } from '../../ui/layout/stack.tsx'
import { CourseMeter } from './course-meter.tsx'

/** For who has just answered: how far the course is, and the one thing that comes next. */
export const NextStep = ({
  course,
  module,
  progress,
}: {
  course: Course
  /** The one that is on the screen; what it still lacks is there. */
  module: CourseModule
  progress: Progress
}) => {
  const t = useTranslate()
  const { next } = courseProgress(course, progress)
  const way = next
    ? {
        to: `${t(course.slug)}/${next.id}`,
        text: t('courses.goOnWith', { number: course.modules.indexOf(next) + 1 }),
      }
    : { to: `${t(course.slug)}/certificate`, text: t('certificate.toCertificate') }
  return (
    <Stack>
      <CourseMeter course={course} progress={progress} />
      {next?.id !== module.id && (
        <div>
          <LocaleLink viewTransition to={way.to} className={buttonClass()}>
            {way.text}
          </LocaleLink>
        </div>
      )}
    </Stack>
  )
}
