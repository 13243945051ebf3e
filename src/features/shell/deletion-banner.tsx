import { useTranslate } from '../../i18n/use-translate.ts'
import { buttonClass } from '../../ui/button.tsx'
import { Banner } from '../../ui/feedback/banner.tsx'
import { LocaleLink } from '../../ui/locale-link.tsx'

/** Says that a deletion was begun on this device and is not finished, or that its receipt is still here. Not whose it is. */
export const DeletionBanner = ({ stage }: { stage: 'begun' | 'finished' }) => {
  const t = useTranslate()
  const isBegun = stage === 'begun'
  return (
    <Banner
      actions={
        <LocaleLink to={isBegun ? 'finish-deletion' : 'account-deleted'} className={buttonClass('secondary')}>
          {t(isBegun ? 'deleteAccount.begun.toFinish' : 'deleteAccount.done.toReceipt')}
        </LocaleLink>
      }
    >
      {t(isBegun ? 'deleteAccount.begun.banner' : 'deleteAccount.done.banner')}
    </Banner>
  )
}
