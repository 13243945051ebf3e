import { useTranslate } from '../../i18n/use-translate.ts'
import { buttonClass } from '../../ui/button.tsx'
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
