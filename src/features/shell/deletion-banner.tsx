import { useTranslate } from '../../i18n/use-translate.ts'
import { buttonClass } from '../../ui/button.tsx'
import { Banner } from '../../ui/feedback/banner.tsx'
import { LocaleLink } from '../../ui/locale-link.tsx'

/** Says that a deletion was begun on this device and is not finished, or that its receipt is still here. Not whose it is. */
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
