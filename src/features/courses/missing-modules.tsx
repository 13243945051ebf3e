import type { Course, CourseModule } from '../../config/courses.ts'
import type { CourseCatalogue } from '../../i18n/course-catalogue.ts'
import { useTranslate } from '../../i18n/use-translate.ts'
import { LocaleLink } from '../../ui/locale-link.tsx'
import styles from './certificate.module.css'

/** What it takes to name the modules of a course. */
export type ModuleLinks = { course: Course; texts: CourseCatalogue[string] | undefined }

/** The modules that keep a coach from the certificate, each a link to its survey. */
export const MissingModules = ({
  missing,
  modules: { course, texts },
}: {
  missing: readonly CourseModule[]
  modules: ModuleLinks
}) => {
  const t = useTranslate()
  return (
    <ul className={styles.missing}>
      {missing.map(({ id }) => (
        <li key={id}>
          <LocaleLink to={`${t(course.slug)}/${id}`}>{texts?.modules[id]?.title ?? id}</LocaleLink>
        </li>
      ))}
    </ul>
  )
}
