import type { ReactNode } from 'react'
import type { Course, CourseModule } from '../../../config/courses.ts'
import { useTranslate } from '../../../i18n/use-translate.ts'
import { ParentLink } from '../../../ui/layout/parent-link.tsx'
import { VisuallyHidden } from '../../../ui/visually-hidden.tsx'
import styles from './module-bar.module.css'

/**
 * The bar above a module: the link to its course, and its steps. On a phone it stays at the top in place of
 * the header, so it also shows whether everything is saved.
 */
export const ModuleBar = ({
  course,
  module,
  syncChip,
  children,
}: {
  course: Course
  module: CourseModule
  /** Shows whether everything is saved, as in the header. */
  syncChip: ReactNode
  /** The steps of the module. */
  children: ReactNode
}) => {
  const t = useTranslate()
  return (
    <div className={styles.bar} data-only="screen">
      <ParentLink to={t(course.slug)}>
        <VisuallyHidden>{`${t('courses.backToCourse')}:`}</VisuallyHidden>{' '}
        <span className={styles.position}>
          {t('courses.moduleOf', {
            number: course.modules.indexOf(module) + 1,
            count: course.modules.length,
          })}
        </span>
      </ParentLink>
      <div className={styles.steps}>{children}</div>
      <div className={styles.chip} data-beside-steps>
        {syncChip}
      </div>
    </div>
  )
}
