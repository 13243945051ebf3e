import type { ReactNode } from 'react'
import type { MessageId } from '../../i18n/message-id.ts'
import { useTranslate } from '../../i18n/use-translate.ts'
import { Button } from '../../ui/button.tsx'
import { LocaleLink } from '../../ui/locale-link.tsx'
import { Page } from '../../ui/layout/page.tsx'
import { CertificateCard } from './certificate-card.tsx'
import { CertificateSheet } from './certificate-sheet.tsx'
import type { CertificateState } from './certificate-state.ts'
import styles from './certificate.module.css'
import type { Course, CourseModule } from '../../config/courses.ts'
import type { CourseCatalogue } from '../../i18n/course-catalogue.ts'

/** What it takes to name the modules of a course. */
type ModuleLinks = { course: Course; texts: CourseCatalogue[string] | undefined }

/** The modules that a coach still has to answer for the certificate, each a link to its survey. */
const MissingModules = ({
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

/** The certificate of a course, or what is still in its way. `children` follows below. */
export const CertificateScreen = ({
  state,
  modules,
  name,
  onRequest,
  onPrint,
  children,
}: {
  state: CertificateState
  modules: ModuleLinks
  /** The coach's */
  name: string
  /** Resolves with the message that explains a failure. */
  onRequest: () => Promise<MessageId | undefined>
  onPrint: () => void
  children?: ReactNode
}) => {
  const t = useTranslate()
  const { course, texts } = modules
  const title = texts?.title ?? ''
  return (
    <Page title={t('certificate.title')} intro={title} wide={state.is === 'issued'}>
      {state.is === 'issued' && (
        <>
          <CertificateSheet certificate={state.certificate} name={name} course={title} />
          <div>
            <Button onClick={onPrint}>{t('certificate.print')}</Button>
          </div>
        </>
      )}
      {state.is === 'to-answer' && (
        <section className={styles.open} aria-labelledby="missing">
          <p>{t('certificate.missingBody')}</p>
          <h2 id="missing">{t('certificate.missing')}</h2>
          <MissingModules missing={state.missing} modules={modules} />
        </section>
      )}
      {state.is !== 'issued' && state.is !== 'to-answer' && (
        <CertificateCard state={state} onRequest={onRequest} />
      )}
      {children}
      <p>
        <LocaleLink to={t(course.slug)} className={styles.link}>
          {t('courses.backToCourse')}
        </LocaleLink>
      </p>
    </Page>
  )
}
