import { useTranslate } from '../../i18n/use-translate.ts'
import { Button } from '../../ui/button.tsx'
import { Banner } from '../../ui/feedback/banner.tsx'

/** The message while something prevents a reload. */
const waits = { form: 'update.finishForm', saving: 'update.wait' } as const

/** Says that a new version is ready. It is the coach who decides when, and never over a form that is being filled in. */
export const UpdateBanner = ({
  blockedBy,
  onApply,
  onLater,
}: {
  /** Why it cannot be applied at the moment. */
  blockedBy: keyof typeof waits | undefined
  onApply: () => void
  onLater: () => void
}) => {
  const t = useTranslate()
  return (
    <Banner
      actions={
        <>
          {!blockedBy && (
            <Button variant="secondary" onClick={onApply}>
              {t('update.apply')}
            </Button>
          )}
          <Button variant="quiet" onClick={onLater}>
            {t('update.later')}
          </Button>
        </>
      }
    >
      {t(blockedBy ? waits[blockedBy] : 'update.ready')}
    </Banner>
  )
}
