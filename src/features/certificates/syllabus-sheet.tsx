import type { Course } from '../../config/courses.ts'
import type { CertificateDocument } from '../../contract/product-api/certificate.ts'
import type { CourseCatalogue } from '../../i18n/course-catalogue.ts'
import { useTranslate } from '../../i18n/use-translate.ts'
import { toPrintedName } from '../../lib/text/printed-name.ts'
import styles from './syllabus-sheet.module.css'

/** The second sheet on paper: what the course covers, so that a reader knows what the certificate stands for. */
export const SyllabusSheet = ({
  document: { name, title, number },
  course,
  texts,
}: {
  document: Pick<CertificateDocument, 'name' | 'title' | 'number'>
  course: Course
  texts: CourseCatalogue[string] | undefined
}) => {
  const t = useTranslate()
  return (
    <section className={styles.sheet} aria-label={t('certificate.syllabus')} data-only="paper" data-paper>
      <p className={styles.heading}>{t('certificate.syllabus')}</p>
      <p className={styles.course}>{title}</p>
      <ol className={styles.modules}>
        {course.modules.map(({ id }) => (
          <li key={id}>
            <p className={styles.module}>{texts?.modules[id]?.title ?? id}</p>
            <p>{texts?.modules[id]?.summary}</p>
          </li>
        ))}
      </ol>
      <p className={styles.owner}>
        <span dir="auto" translate="no">
          {toPrintedName(name)}
        </span>
        <span>{` · ${t('certificate.number', { number })}`}</span>
      </p>
    </section>
  )
}
