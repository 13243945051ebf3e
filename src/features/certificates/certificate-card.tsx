import type { ReactNode } from 'react'
import { useTranslate } from '../../i18n/use-translate.ts'
import { standaloneLinkClass } from '../../ui/standalone-link.ts'
import { buttonClass } from '../../ui/button.tsx'
import { Celebration } from '../../ui/pictures/celebration.tsx'
import { Card } from '../../ui/layout/card.tsx'
import { LocaleLink } from '../../ui/locale-link.tsx'
import { medalOutline } from '../../ui/pictures/medal-outline.tsx'
import { Notice } from '../../ui/feedback/notice.tsx'
import { ButtonRow } from '../../ui/layout/button-row.tsx'
import { LinkRow, RowList } from '../../ui/layout/row-list.tsx'
import { CertificateRequest } from './certificate-request.tsx'
import styles from './certificate.module.css'
import type { CourseCertificate } from './use-certificate.ts'
import { useNewlyIssued } from './use-newly-issued.ts'

type Props = {
  certificate: CourseCertificate
  /** The coach's name in the profile. */
  name: string
  /** The path of the page of the certificate inside the locale. Absent on that page itself. */
  to?: string
  /** A button that shares an issued certificate. */
  share?: ReactNode
}

/** For a complete course: congratulates the coach, and offers the certificate or the next step towards it. */
const CompleteCourseCard = ({
  certificate: { state, request },
  name,
  to,
  share,
  newlyIssued,
}: Props & { newlyIssued: ReturnType<typeof useNewlyIssued> }) => {
  const t = useTranslate()
  return (
    <Card className={state.kind === 'issued' ? styles.earned : undefined}>
      <Celebration {...newlyIssued}>
        {t(state.kind === 'issued' ? 'certificate.congratulations' : 'courses.complete')}
      </Celebration>
      {state.kind === 'issued' && to !== undefined && (
        <>
          <p className={styles.number}>{t('certificate.number', { number: state.document.number })}</p>
          <ButtonRow>
            <LocaleLink to={to} className={buttonClass()}>
              {t('certificate.open')}
            </LocaleLink>
            {share}
          </ButtonRow>
        </>
      )}
      {state.kind === 'to-request' && (
        <>
          <p>{t(state.isRecorded ? 'certificate.earnedBody' : 'courses.completeBody')}</p>
          <CertificateRequest request={request} name={name} label="courses.requestCertificate" />
        </>
      )}
      {state.kind === 'requested' && <Notice tone="success">{t('courses.certificateRequested')}</Notice>}
      {state.kind === 'needs-you' && (
        <Notice tone="warning">
          <p>{t('certificate.needsYou')}</p>
          <p>
            <LocaleLink to="outbox" className={standaloneLinkClass}>
              {t('survey.toOutbox')}
            </LocaleLink>
          </p>
        </Notice>
      )}
    </Card>
  )
}

/** Shows the state of the certificate of a course, with the next action. A request also works offline. */
export const CertificateCard = (props: Props) => {
  const { certificate, to } = props
  const { state } = certificate
  // Not in `CompleteCourseCard`, which is not rendered while a certificate is `replaced`.
  const newlyIssued = useNewlyIssued(state)
  const t = useTranslate()
  if (state.kind === 'to-complete') {
    if (to === undefined) return null
    return (
      <RowList>
        <LinkRow to={to} icon={medalOutline} label={t('certificate.toGo', { count: state.missing.length })} />
      </RowList>
    )
  }
  if (state.kind === 'reading') {
    if (to === undefined) return null
    // The progress is loading. Reserves the space of the row for `to-complete`, which usually follows.
    return <div className={styles.reserved} />
  }
  if (state.kind === 'unknown') return <p>{t('certificate.unknown')}</p>
  if (state.kind === 'replaced')
    return <Notice tone="info">{t('certificate.replaced', { number: state.number })}</Notice>
  return <CompleteCourseCard {...props} newlyIssued={newlyIssued} />
}
