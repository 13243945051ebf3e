import { useState } from 'react'
import type { MessageId } from '../../i18n/message-id.ts'
import { useTranslate } from '../../i18n/use-translate.ts'
import { Button, buttonClass } from '../../ui/button.tsx'
import { Card } from '../../ui/layout/card.tsx'
import { LocaleLink } from '../../ui/locale-link.tsx'
import { Notice } from '../../ui/feedback/notice.tsx'
import type { CertificateState } from './certificate-state.ts'
import styles from './certificate.module.css'

/** The way to the certificate of a course; it can be asked for with or without a connection. */
export const CertificateCard = ({
  state,
  to,
  onRequest,
}: {
  state: CertificateState
  /** Where the certificate itself is, inside the locale; absent when the coach is there already. */
  to?: string
  /** Resolves with the message that explains a failure. */
  onRequest: () => Promise<MessageId | undefined>
}) => {
  const t = useTranslate()
  if (state.is === 'to-answer') {
    return to === undefined ? null : (
      <p>
        <LocaleLink to={to} className={styles.link}>
          {t('certificate.toGo', { count: state.missing.length })}
        </LocaleLink>
      </p>
    )
  }
  return (
    <Card>
      <h2>{t('courses.complete')}</h2>
      {state.is === 'issued' && to !== undefined && (
        <div>
          <LocaleLink to={to} className={buttonClass()}>
            {t('certificate.open')}
          </LocaleLink>
        </div>
      )}
      {state.is === 'to-request' && <Request onRequest={onRequest} />}
      {state.is === 'requested' && <Notice tone="success">{t('courses.certificateRequested')}</Notice>}
      {state.is === 'needs-you' && (
        <Notice tone="warning">
          <p>{t('certificate.needsYou')}</p>
          <p>
            <LocaleLink to="outbox">{t('survey.toOutbox')}</LocaleLink>
          </p>
        </Notice>
      )}
    </Card>
  )
}

const Request = ({ onRequest }: { onRequest: () => Promise<MessageId | undefined> }) => {
  const t = useTranslate()
  const [busy, setBusy] = useState(false)
  const [failure, setFailure] = useState<MessageId>()
  const request = async () => {
    setBusy(true)
    setFailure(await onRequest())
    setBusy(false)
  }
  return (
    <>
      <p>{t('courses.completeBody')}</p>
      <div>
        <Button busy={busy} onClick={() => void request()}>
          {t('courses.requestCertificate')}
        </Button>
      </div>
      {failure && <Notice tone="error">{t(failure)}</Notice>}
    </>
  )
}
