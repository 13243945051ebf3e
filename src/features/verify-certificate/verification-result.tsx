import { errors } from '../../contract/errors.ts'
import type { CertificateDocument } from '../../contract/product-api/certificate.ts'
import { dayThere } from '../../i18n/day-there.ts'
import { useLocale } from '../../i18n/use-locale.ts'
import { useTranslate } from '../../i18n/use-translate.ts'
import { printedName } from '../../lib/text/printed-name.ts'
import { Notice } from '../../ui/feedback/notice.tsx'
import { Spinner } from '../../ui/feedback/spinner.tsx'
import type { Verification } from './verify-certificate.ts'
import styles from './verify-certificate.module.css'

/**
 * The result of a check in words, with the text of the certificate. Undefined while it is being looked up.
 */
export const VerificationResult = ({ result }: { result: Verification | undefined }) => {
  const t = useTranslate()
  if (!result) return <Spinner label={t('common.loading')} />
  return (
    <>
      {'isCut' in result && (
        <Notice tone="warning" title={t('verifyCertificate.cut')}>
          {t('verifyCertificate.cutBody')}
        </Notice>
      )}
      <Result result={result} />
    </>
  )
}

const Result = ({ result }: { result: Verification }) => {
  const t = useTranslate()
  const { code } = useLocale()
  if (result.is === 'valid')
    return (
      <Notice tone="success" title={t('verifyCertificate.valid')}>
        <Fields document={result.document} />
      </Notice>
    )
  if (result.is === 'replaced')
    return (
      <Notice tone="warning" title={t('verifyCertificate.replaced')}>
        <p>
          {result.replacedAt === null
            ? t('verifyCertificate.replacedBody')
            : t('verifyCertificate.replacedOn', { date: dayThere(code, result.replacedAt) })}
        </p>
        <Fields document={result.document} />
      </Notice>
    )
  if (result.is === 'signed')
    return (
      <Notice tone="info" title={t('verifyCertificate.signed')}>
        <p>{t('verifyCertificate.signedBody')}</p>
        <Fields document={result.document} />
      </Notice>
    )
  if (result.is === 'failed')
    return (
      <Notice tone="error" title={t('verifyCertificate.failed')}>
        {t(errors[result.code].message)}
      </Notice>
    )
  return (
    <Notice tone={result.is === 'forged' ? 'error' : 'warning'} title={t(`verifyCertificate.${result.is}`)}>
      {t(`verifyCertificate.${result.is}Body`)}
    </Notice>
  )
}

const Fields = ({ document }: { document: CertificateDocument }) => {
  const t = useTranslate()
  const { code } = useLocale()
  const name = printedName(document.name)
  const date = dayThere(code, document.issued_at)
  const rows = [
    [t('verifyCertificate.name'), name],
    [t('verifyCertificate.course'), document.title],
    [t('verifyCertificate.hours'), t('certificate.hours', { hours: document.hours })],
    [t('verifyCertificate.issued'), date],
    [t('verifyCertificate.language'), t(`localeName.${document.locale}`)],
    [t('verifyCertificate.number'), document.number],
  ] as const
  const untranslated = new Set([name, document.number])
  return (
    <dl className={styles.fields}>
      {rows.map(([label, value]) => (
        <div key={label}>
          <dt>{label}</dt>
          <dd dir="auto" translate={untranslated.has(value) ? 'no' : undefined}>
            {value}
          </dd>
        </div>
      ))}
    </dl>
  )
}
