import type { Course } from '../../config/courses.ts'
import type { CourseCatalogue } from '../../i18n/course-catalogue.ts'
import { useTranslate } from '../../i18n/use-translate.ts'
import { buttonClass } from '../../ui/button.tsx'
import { Card } from '../../ui/layout/card.tsx'
import { LocaleLink } from '../../ui/locale-link.tsx'
import { VisuallyHidden } from '../../ui/visually-hidden.tsx'
import { CourseMeter } from './course-meter.tsx'
import styles from './course-card.module.css'
import { courseProgress, type Progress } from '../../learning/progress.ts'

const posterOf = ({ modules }: Course): string | undefined =>
  modules.flatMap((module) => (module.kind === 'video' ? [module.video.poster] : []))[0]

/** One course on the home of courses. */
export const CourseCard = ({
  course,
  texts,
  progress,
}: {
  course: Course
  texts: CourseCatalogue[string] | undefined
  progress: Progress
}) => {
  const t = useTranslate()
  const { done, total } = courseProgress(course, progress)
  const action = done === 0 ? 'courses.start' : done < total ? 'courses.goOn' : 'courses.lookAgain'
  const title = texts?.title ?? t(course.slug === 'courseSlug' ? 'footer.course' : 'footer.footballCourse')
  return (
    <Card className={styles.card}>
      <img className={styles.poster} src={posterOf(course)} alt="" width="640" height="360" />
      <h2>{title}</h2>
      <p className={styles.summary}>{texts?.summary}</p>
      <CourseMeter course={course} progress={progress} />
      <LocaleLink viewTransition to={t(course.slug)} className={buttonClass('primary', styles.action)}>
        {t(action)}
        <VisuallyHidden>{title}</VisuallyHidden>
      </LocaleLink>
    </Card>
  )
}
