import type { ReactNode } from 'react'
import { courses } from '../../config/courses.ts'
import type { CourseCatalogue } from '../../i18n/course-catalogue.ts'
import { useTranslate } from '../../i18n/use-translate.ts'
import { Page } from '../../ui/layout/page.tsx'
import { CourseCard } from './course-card.tsx'
import styles from './courses.module.css'
import type { Progress } from '../../learning/progress.ts'

export type CoursesScreenProps = {
  firstName: string
  texts: CourseCatalogue
  progress: Progress
  /** The server has not been asked successfully yet, on this device or ever. */
  progressUnknown: boolean
  /** Below the courses. */
  children?: ReactNode
}

/** Where a coach lands after signing in: the courses and how far they are. */
export const CoursesScreen = ({
  firstName,
  texts,
  progress,
  progressUnknown,
  children,
}: CoursesScreenProps) => {
  const t = useTranslate()
  return (
    <Page title={t('courses.title')} intro={t('courses.welcome', { name: firstName })} wide>
      {progressUnknown && <p className={styles.unknown}>{t('courses.progressUnknown')}</p>}
      <ul className={styles.courses}>
        {courses.map((course) => (
          <li key={course.id}>
            <CourseCard course={course} texts={texts[course.id]} progress={progress} />
          </li>
        ))}
      </ul>
      {children}
    </Page>
  )
}
