import { useTranslate } from '../../i18n/use-translate.ts'
import type { UnexpectedError } from '../../outbox/outbox.ts'
import { Notice } from '../../ui/feedback/notice.tsx'
import { CopyButton } from './copy-button.tsx'
import styles from './outbox-screen.module.css'

/** A fault of the app that keeps everything on this device, with what those need to know who mend it. */
export const UnexpectedNotice = ({ at, detail }: UnexpectedError) => {
  const t = useTranslate()
  const text = () => [new Date(at).toISOString(), detail, navigator.userAgent].join('\n')
  return (
    <Notice tone="error" title={t('outbox.unexpected.title')}>
      <p>{t('outbox.unexpected.body')}</p>
      <details className={styles.details}>
        <summary>{t('common.details')}</summary>
        <pre className={styles.technical}>{detail}</pre>
      </details>
      <CopyButton label={t('outbox.unexpected.copy')} textOf={text} />
    </Notice>
  )
}
