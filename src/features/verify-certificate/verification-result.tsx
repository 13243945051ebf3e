import { errors } from '../../contract/errors.ts'
import type { CertificateDocument } from '../../contract/product-api/certificate.ts'
import { formatLocalDay } from '../../i18n/local-day.ts'
import { useLocale } from '../../i18n/use-locale.ts'
import { useTranslate } from '../../i18n/use-translate.ts'
import { toPrintedName } from '../../lib/text/printed-name.ts'
import { Notice } from '../../ui/feedback/notice.tsx'
import { Spinner } from '../../ui/feedback/spinner.tsx'
import type { Verification } from './verify-certificate.ts'
import styles from './verify-certificate.module.css'

/** The text of a certificate. */
const Fields = ({ document }: { document: CertificateDocument }) => {
  const t = useTranslate()
  const { code } = useLocale()
  const name = toPrintedName(document.name)
  const date = formatLocalDay(code, document.issued_at)
  const rows = [
    [t('verifyCertificate.name'), name],
    [t('verifyCertificate.course'), document.title],
    [t('verifyCertificate.hours'), t('certificate.hours', { hours: document.hours })],
    [t('verifyCertificate.issued'), date],
    [t('verifyCertificate.language'), t(`localeName.${document.locale}`)],
    [t('verifyCertificate.number'), document.number],
  ] as const
  const untranslatedValues = new Set([name, document.number])
  return (
    <dl className={styles.fields}>
      {rows.map(([label, value]) => (
        <div key={label}>
          <dt>{label}</dt>
          <dd dir="auto" translate={untranslatedValues.has(value) ? 'no' : undefined}>
            {value}
          </dd>
        </div>
      ))}
    </dl>
  )
}

/** The outcome of the check, and the text of the certificate if there is one. */
const VerificationNotice = ({ result }: { result: Verification }) => {
  const t = useTranslate()
  const { code } = useLocale()
  if (result.kind === 'valid')
    return (
      <Notice tone="success" title={t('verifyCertificate.valid')}>
        <Fields document={result.document} />
      </Notice>
    )
  if (result.kind === 'replaced')
    return (
      <Notice tone="warning" title={t('verifyCertificate.replaced')}>
        <p>
          {result.replacedAt === null
            ? t('verifyCertificate.replacedBody')
            : t('verifyCertificate.replacedOn', { date: formatLocalDay(code, result.replacedAt) })}
        </p>
        <Fields document={result.document} />
      </Notice>
    )
  // The server cannot be reached, so only the signature in the link was checked.
  if (result.kind === 'signed')
    return (
      <Notice tone="info" title={t('verifyCertificate.signed')}>
        <p>{t('verifyCertificate.signedBody')}</p>
        <Fields document={result.document} />
      </Notice>
    )
  if (result.kind === 'failed')
    return (
      <Notice tone="error" title={t('verifyCertificate.failed')}>
        {t(errors[result.code].message)}
      </Notice>
    )
  return (
    <Notice
      tone={result.kind === 'forged' ? 'error' : 'warning'}
      title={t(`verifyCertificate.${result.kind}`)}
    >
      {t(`verifyCertificate.${result.kind}Body`)}
    </Notice>
  )
}

/** Shows the result of a check. `result` is undefined while the certificate is being looked up. */
export const VerificationResult = ({ result }: { result: Verification | undefined }) => {
  const t = useTranslate()
  if (!result) return <Spinner label={t('common.loading')} />
  return (
    <>
      {'isTruncated' in result && (
        <Notice tone="warning" title={t('verifyCertificate.cut')}>
          {t('verifyCertificate.cutBody')}
        </Notice>
      )}
      <VerificationNotice result={result} />
    </>
  )
}
