import type { ReactNode } from 'react'
import { useTranslate } from '../../i18n/use-translate.ts'
import { aloneLink } from '../../ui/alone-link.ts'
import { Button } from '../../ui/button.tsx'
import { LocaleLink } from '../../ui/locale-link.tsx'
import { Page } from '../../ui/layout/page.tsx'
import { CertificateCard } from './certificate-card.tsx'
import { CertificateSheet } from './certificate-sheet.tsx'
import styles from './certificate.module.css'
import type { CourseCertificate } from './use-certificate.ts'
import type { Course } from '../../config/courses.ts'
import type { CourseCatalogue } from '../../i18n/course-catalogue.ts'

type Props = {
  certificate: CourseCertificate
  course: Course
  texts: CourseCatalogue[string] | undefined
  /** The coach's */
  name: string
  children?: ReactNode
}

/** The certificate of a course, or what is still in its way. `children` follows below. */
export const CertificateScreen = ({ certificate, course, texts, name, children }: Props) => {
  const t = useTranslate()
  const { state } = certificate
  const title = texts?.title ?? ''
  return (
    <Page title={t('certificate.title')} intro={title} wide={state.is === 'issued'}>
      {state.is === 'issued' && (
        <>
          <CertificateSheet certificate={state.certificate} name={name} course={title} />
          <div>
            <Button onClick={certificate.print}>{t('certificate.print')}</Button>
          </div>
        </>
      )}
      {state.is === 'to-answer' && (
        <section className={styles.open} aria-labelledby="missing">
          <p>{t('certificate.missingBody')}</p>
          <h2 id="missing">{t('certificate.missing')}</h2>
          <ul className={styles.missing}>
            {state.missing.map(({ id }) => (
              <li key={id}>
                <LocaleLink to={`${t(course.slug)}/${id}`} className={aloneLink}>
                  {texts?.modules[id]?.title ?? id}
                </LocaleLink>
              </li>
            ))}
          </ul>
        </section>
      )}
      {state.is !== 'issued' && state.is !== 'to-answer' && <CertificateCard certificate={certificate} />}
      {children}
      <p>
        <LocaleLink to={t(course.slug)} className={styles.link}>
          {t('courses.backToCourse')}
        </LocaleLink>
      </p>
    </Page>
  )
}
