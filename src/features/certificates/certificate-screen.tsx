import type { ReactNode } from 'react'
import { useTranslate } from '../../i18n/use-translate.ts'
import { buttonClass } from '../../ui/button.tsx'
import { Celebration } from '../../ui/pictures/celebration.tsx'
import { Notice } from '../../ui/feedback/notice.tsx'
import { Progress } from '../../ui/feedback/progress.tsx'
import { LocaleLink } from '../../ui/locale-link.tsx'
import { Disclosure } from '../../ui/layout/disclosure.tsx'
import { Page } from '../../ui/layout/page.tsx'
import { ParentLink } from '../../ui/layout/parent-link.tsx'
import { PinnedActions } from '../../ui/layout/pinned-actions.tsx'
import { LinkRow, RowList } from '../../ui/layout/row-list.tsx'
import { VisuallyHidden } from '../../ui/visually-hidden.tsx'
import type { Course, CourseModule } from '../../config/courses.ts'
import type { CourseCatalogue } from '../../i18n/course-catalogue.ts'
import { CertificateCard } from './certificate-card.tsx'
import { CertificatePreview } from './certificate-preview.tsx'
import { CertificateRequest } from './certificate-request.tsx'
import { CertificateSheet } from './certificate-sheet.tsx'
import styles from './certificate.module.css'
import type { CertificateState } from './certificate-state.ts'
import type { CourseCertificate } from './use-certificate.ts'
import { SyllabusSheet } from './syllabus-sheet.tsx'
import { useNewlyIssued } from './use-newly-issued.ts'

/**
 * For a coach whose name has changed: requests a new certificate, which invalidates the old one.
 * `isChanging`: this device has not delivered the request yet.
 */
const NameChange = ({
  state,
  name,
  request,
}: Pick<CourseCertificate, 'request'> & {
  state: Extract<CertificateState, { kind: 'issued' }>
  name: string
}) => {
  const t = useTranslate()
  if (state.isChanging) return <Notice tone="info">{t('certificate.changing')}</Notice>
  return (
    <Disclosure className={styles.change} summary={t('certificate.changeName')}>
      <p>{t('certificate.changeNameBody', { number: state.document.number })}</p>
      <CertificateRequest request={request} name={name} label="certificate.reissue" />
    </Disclosure>
  )
}

/** The outlines of the icons of complete and open modules, in a square of 24 units. */
const moduleIcons = {
  complete: <path d="m5 12.5 4.5 4.5L19 7.5" />,
  open: <circle cx="12" cy="12" r="7.5" />,
}

/** Shows how much of the course is complete, a button to the first missing module, and all modules. */
const ModulesToComplete = ({
  missing,
  course,
  texts,
}: Pick<Props, 'course' | 'texts'> & { missing: readonly CourseModule[] }) => {
  const t = useTranslate()
  const total = course.modules.length
  const progress = t('courses.progress', { done: total - missing.length, total })
  const [firstMissing] = missing
  return (
    <div className={styles.toComplete}>
      <div className={styles.way}>
        <CertificatePreview />
        <div className={styles.open}>
          <Progress value={total - missing.length} max={total} label={progress} />
          <p>{progress}</p>
          <p>{t('certificate.missingBody')}</p>
        </div>
        {firstMissing && (
          <PinnedActions>
            <LocaleLink viewTransition to={`${t(course.slug)}/${firstMissing.id}`} className={buttonClass()}>
              {t(missing.length === total ? 'courses.startWith' : 'courses.goOnWith', {
                number: course.modules.indexOf(firstMissing) + 1,
              })}
            </LocaleLink>
          </PinnedActions>
        )}
      </div>
      <RowList title={t('courses.modules')}>
        {course.modules.map((module) => {
          const isMissing = missing.includes(module)
          return (
            <LinkRow
              key={module.id}
              to={`${t(course.slug)}/${module.id}`}
              icon={moduleIcons[isMissing ? 'open' : 'complete']}
              label={texts?.modules[module.id]?.title ?? module.id}
              // The icon of an open module says enough for those who see it.
              note={
                isMissing ? (
                  <VisuallyHidden>{t('courses.stateOpen')}</VisuallyHidden>
                ) : (
                  t('courses.stateComplete')
                )
              }
            />
          )
        })}
      </RowList>
    </div>
  )
}

type Props = {
  certificate: CourseCertificate
  course: Course
  texts: CourseCatalogue[string] | undefined
  /** The coach's name in the profile. */
  name: string
  /** A QR code that links to the verification page. */
  verifyCode: ReactNode
  /** The actions for an issued certificate. */
  actions: ReactNode
  children?: ReactNode
}

/** Shows the certificate of a course, or what is still missing for it. `children` are shown below. */
export const CertificateScreen = (props: Props) => {
  const { certificate, course, texts, name, verifyCode, actions, children } = props
  const t = useTranslate()
  const { state } = certificate
  const newlyIssued = useNewlyIssued(state)
  const title = texts?.title ?? ''
  return (
    <Page
      title={t('certificate.title')}
      parentLink={<ParentLink to={t(course.slug)}>{t('courses.backToCourse')}</ParentLink>}
      intro={title}
      wide={state.kind === 'issued' || state.kind === 'to-complete'}
      isCompact
    >
      {state.kind === 'issued' && (
        <div className={styles.issued}>
          <Celebration {...newlyIssued}>{t('certificate.congratulations')}</Celebration>
          <CertificateSheet document={state.document} verifyCode={verifyCode} />
          <SyllabusSheet document={state.document} course={course} texts={texts} />
          <div className={styles.beside}>
            {actions}
            <NameChange state={state} name={name} request={certificate.request} />
            {children}
          </div>
        </div>
      )}
      {state.kind === 'to-complete' && (
        <ModulesToComplete missing={state.missing} course={course} texts={texts} />
      )}
      {state.kind !== 'issued' && state.kind !== 'to-complete' && (
        <CertificateCard certificate={certificate} name={name} />
      )}
      {state.kind !== 'issued' && children}
    </Page>
  )
}
