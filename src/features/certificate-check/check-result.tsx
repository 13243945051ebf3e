import { errors } from '../../contract/errors.ts'
import type { CertificateDocument } from '../../contract/product-api/certificate.ts'
import { dayThere } from '../../i18n/day-there.ts'
import { useLocale } from '../../i18n/use-locale.ts'
import { useTranslate } from '../../i18n/use-translate.ts'
import { printedName } from '../../lib/printed-name.ts'
import { Notice } from '../../ui/feedback/notice.tsx'
import { Spinner } from '../../ui/feedback/spinner.tsx'
import type { CheckResult } from './check-certificate.ts'
import styles from './check.module.css'

/**
 * The result of a check in words, with the text of the certificate. Undefined while it is being looked up.
 */
export const CheckOutcome = ({ result }: { result: CheckResult | undefined }) => {
  const t = useTranslate()
  if (!result) return <Spinner label={t('common.loading')} />
  return (
    <>
      {'isCut' in result && (
        <Notice tone="warning" title={t('check.cut')}>
          {t('check.cutBody')}
        </Notice>
      )}
      <Result result={result} />
    </>
  )
}

const Result = ({ result }: { result: CheckResult }) => {
  const t = useTranslate()
  const { code } = useLocale()
  const day = (time: string) =>
    new Date(time).toLocaleDateString(code, { dateStyle: 'long', timeZone: 'UTC' })
  if (result.is === 'valid')
    return (
      <Notice tone="success" title={t('check.valid')}>
        <Fields document={result.document} />
      </Notice>
    )
  if (result.is === 'replaced')
    return (
      <Notice tone="warning" title={t('check.replaced')}>
        <p>
          {result.replacedAt === null
            ? t('check.replacedBody')
            : t('check.replacedOn', { date: day(result.replacedAt) })}
        </p>
        <Fields document={result.document} />
      </Notice>
    )
  if (result.is === 'signed')
    return (
      <Notice tone="info" title={t('check.signed')}>
        <p>{t('check.signedBody')}</p>
        <Fields document={result.document} />
      </Notice>
    )
  if (result.is === 'failed')
    return (
      <Notice tone="error" title={t('check.failed')}>
        {t(errors[result.code].message)}
      </Notice>
    )
  return (
    <Notice tone={result.is === 'forged' ? 'error' : 'warning'} title={t(`check.${result.is}`)}>
      {t(`check.${result.is}Body`)}
    </Notice>
  )
}

const Fields = ({ document }: { document: CertificateDocument }) => {
  const t = useTranslate()
  const { code } = useLocale()
  const name = printedName(document.name)
  const date = dayThere(code, document.issued_at)
  const rows = [
    [t('check.name'), name],
    [t('check.course'), document.title],
    [t('check.hours'), t('certificate.hours', { hours: document.hours })],
    [t('check.issued'), date],
    [t('check.language'), t(`localeName.${document.locale}`)],
    [t('check.number'), document.number],
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
