import { useTranslate } from '../../i18n/use-translate.ts'
import { Button, buttonClass } from '../../ui/button.tsx'
import { Banner } from '../../ui/feedback/banner.tsx'
import { LocaleLink } from '../../ui/locale-link.tsx'

/**
 * Reports that a deletion was started on this device and is not finished, or that its receipt is still here.
 * It does not name the account.
 */
export const DeletionBanner = ({ isFinished }: { isFinished: boolean }) => {
  const t = useTranslate()
  return (
    <Banner
      actions={
        <LocaleLink
          to={isFinished ? 'account-deleted' : 'finish-deletion'}
          className={buttonClass('secondary')}
        >
          {t(isFinished ? 'deleteAccount.done.toReceipt' : 'deleteAccount.begun.toFinish')}
        </LocaleLink>
      }
    >
      {t(isFinished ? 'deleteAccount.done.banner' : 'deleteAccount.begun.banner')}
    </Banner>
  )
}

/**
 * Reports that this browser lost the database of the app, including unsent entries, until the coach confirms
 * that they have read it.
 */
export const BeganAnewBanner = ({ onRead }: { onRead: () => void }) => {
  const t = useTranslate()
  return (
    <Banner
      actions={
        <Button variant="secondary" onClick={onRead}>
          {t('sync.beganAnewRead')}
        </Button>
      }
    >
      {t('sync.beganAnew')}
    </Banner>
  )
}

const messages = { ready: 'update.ready', form: 'update.finishForm', coming: 'update.wait' } as const

/**
 * Announces a new version. The coach decides when to activate it, and never while a form is being filled in.
 */
export const UpdateBanner = ({
  stage,
  onApply,
  onLater,
}: {
  stage: keyof typeof messages
  onApply: () => void
  onLater: () => void
}) => {
  const t = useTranslate()
  return (
    <Banner
      actions={
        <>
          {stage !== 'form' && (
            <Button variant="secondary" busy={stage === 'coming'} onClick={onApply}>
              {t('update.apply')}
            </Button>
          )}
          {stage !== 'coming' && (
            <Button variant="quiet" onClick={onLater}>
              {t('update.later')}
            </Button>
          )}
        </>
      }
    >
      {t(messages[stage])}
    </Banner>
  )
}
