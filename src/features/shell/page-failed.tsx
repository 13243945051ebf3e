import type { MessageId } from '../../i18n/message-id.ts'
import { useTranslate } from '../../i18n/use-translate.ts'
import { Button, buttonClass } from '../../ui/button.tsx'
import { Illustration } from '../../ui/illustration.tsx'
import { LocaleLink } from '../../ui/locale-link.tsx'
import { Page } from '../../ui/layout/page.tsx'
import { ButtonRow } from '../../ui/layout/button-row.tsx'

/** Replaces a page that could not be shown; header and footer stay. */
export const PageFailed = ({ reason, onRetry }: { reason: MessageId; onRetry: () => void }) => {
  const t = useTranslate()
  return (
    <Page title={t('error.pageFailed')}>
      <Illustration name={reason === 'error.offlineNeedsConnection' ? 'offline' : 'failed'} />
      <p role="alert">{t(reason)}</p>
      <ButtonRow>
        <Button onClick={onRetry}>{t('common.retry')}</Button>
        <LocaleLink to="" className={buttonClass('secondary')}>
          {t('error.goHome')}
        </LocaleLink>
      </ButtonRow>
      <p>
        <span>{t('storage.repair')}</span> <a href="/recover">{t('storage.repairLink')}</a>
      </p>
    </Page>
  )
}
