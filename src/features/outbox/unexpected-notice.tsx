import { useTranslate } from '../../i18n/use-translate.ts'
import type { UnexpectedError } from '../../outbox/outbox.ts'
import { Notice } from '../../ui/feedback/notice.tsx'
import { Fold } from '../../ui/layout/fold.tsx'
import { CopyButton } from './copy-button.tsx'
import styles from './outbox-screen.module.css'

/** An error of the app that keeps everything on this device, with the details that developers need. */
export const UnexpectedNotice = ({ at, detail }: UnexpectedError) => {
  const t = useTranslate()
  const text = () => [new Date(at).toISOString(), detail, navigator.userAgent].join('\n')
  return (
    <Notice tone="error" title={t('outbox.unexpected.title')}>
      <p>{t('outbox.unexpected.body')}</p>
      <Fold className={styles.details} summary={t('common.details')}>
        <pre className={styles.technical}>{detail}</pre>
      </Fold>
      <CopyButton label={t('outbox.unexpected.copy')} textOf={text} />
    </Notice>
  )
}
