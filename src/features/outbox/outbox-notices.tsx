import { useTranslate } from '../../i18n/use-translate.ts'
import type { OutboxSnapshot, UnexpectedError } from '../../outbox/outbox.ts'
import type { UploadCounts } from '../../uploads/use-uploads.ts'
import { standaloneLinkClass } from '../../ui/standalone-link.ts'
import { Notice } from '../../ui/feedback/notice.tsx'
import { Disclosure } from '../../ui/layout/disclosure.tsx'
import { LinkRow, RowList } from '../../ui/layout/row-list.tsx'
import { LocaleLink } from '../../ui/locale-link.tsx'
import { CopyButton } from '../../ui/copy-button.tsx'
import styles from './outbox-screen.module.css'

/** Reports an error of the app that prevents sending, with the details that developers need. */
const UnexpectedNotice = ({ at, detail }: UnexpectedError) => {
  const t = useTranslate()
  const getText = () => [new Date(at).toISOString(), detail, navigator.userAgent].join('\n')
  return (
    <Notice tone="error" title={t('outbox.unexpected.title')}>
      <p>{t('outbox.unexpected.body')}</p>
      <Disclosure className={styles.details} summary={t('common.details')}>
        <pre className={styles.technical}>{detail}</pre>
      </Disclosure>
      <CopyButton label={t('outbox.unexpected.copy')} getText={getText} />
    </Notice>
  )
}

/** Links to the unfinished uploads, because a coach may look here for everything that has not been sent. */
const WaitingFiles = ({ unfinished, needsAction }: UploadCounts) => {
  const t = useTranslate()
  const isCoachNeeded = needsAction > 0
  return (
    <RowList>
      <LinkRow
        to="files"
        label={t('outbox.filesWait', { count: unfinished })}
        note={isCoachNeeded ? t('sync.filesNeedYou', { count: needsAction }) : t('sync.openFiles')}
        needsAction={isCoachNeeded}
      />
    </RowList>
  )
}

/** The notices about everything that waits here: why it is not sent, and what the coach can do. */
export const OutboxNotices = ({
  snapshot: { entries, storage, toSend, blockedBy, unexpectedError, isLowOnSpace = false },
  sendsWhenClosed,
  uploads,
}: {
  snapshot: OutboxSnapshot
  /** Whether this browser sends while the app is closed. */
  sendsWhenClosed: boolean
  uploads: UploadCounts
}) => {
  const t = useTranslate()
  return (
    <>
      {storage === 'failed' && <Notice tone="error">{t('sync.storageFailed')}</Notice>}
      {/* Another tab, which may be frozen, prevents this one from sending. */}
      {blockedBy === 'other-tab' && toSend > 0 && (
        <Notice tone="warning">{t('outbox.blockedByWindow')}</Notice>
      )}
      {/* The service worker is sending, and waits for the server's response. */}
      {blockedBy === 'service-worker' && toSend > 0 && (
        <Notice tone="info">{t('outbox.noResponseYet')}</Notice>
      )}
      {unexpectedError && entries.length > 0 && <UnexpectedNotice {...unexpectedError} />}
      {isLowOnSpace && (
        <Notice tone="warning">
          <p>{t('outbox.lowOnSpace')}</p>
          <LocaleLink to="storage" className={standaloneLinkClass}>
            {t('storage.link')}
          </LocaleLink>
        </Notice>
      )}
      {!sendsWhenClosed && entries.length > 0 && <Notice tone="info">{t('outbox.onlyOpen')}</Notice>}
      {uploads.unfinished > 0 && <WaitingFiles {...uploads} />}
    </>
  )
}
