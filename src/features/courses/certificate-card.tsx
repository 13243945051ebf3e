import { useState } from 'react'
import type { Certificate } from '../../contract/shapes.ts'
import type { MessageId } from '../../i18n/message-id.ts'
import { useLocale } from '../../i18n/use-locale.ts'
import { useWords } from '../../i18n/use-words.ts'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { Notice } from '../../ui/notice.tsx'

export type CertificateState =
  | { is: 'issued'; certificate: Certificate }
  | { is: 'requested' }
  | { is: 'to-request' }

/** The end of a course: every module is answered, and the certificate can be asked for, with or without a connection. */
export const CertificateCard = ({
  state,
  onRequest,
}: {
  state: CertificateState
  /** Answers with the message that explains a failure. */
  onRequest: () => Promise<MessageId | undefined>
}) => {
  const t = useWords()
  const { code } = useLocale()
  const [busy, setBusy] = useState(false)
  const [failure, setFailure] = useState<MessageId>()
  if (state.is === 'issued') {
    const date = new Date(state.certificate.issued_at).toLocaleDateString(code, { dateStyle: 'long' })
    return (
      <Notice tone="success" title={t('courses.complete')}>
        {t('courses.certificateIssued', { date })}
      </Notice>
    )
  }
  const request = async () => {
    setBusy(true)
    setFailure(await onRequest())
    setBusy(false)
  }
  return (
    <Card>
      <h2>{t('courses.complete')}</h2>
      <p>{t('courses.completeBody')}</p>
      {state.is === 'requested' ? (
        <Notice tone="success">{t('courses.certificateRequested')}</Notice>
      ) : (
        <div>
          <Button busy={busy} onClick={() => void request()}>
            {t('courses.requestCertificate')}
          </Button>
        </div>
      )}
      {failure && <Notice tone="error">{t(failure)}</Notice>}
    </Card>
  )
}
