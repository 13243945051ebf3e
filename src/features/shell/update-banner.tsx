import { useTranslate } from '../../i18n/use-translate.ts'
import { Button } from '../../ui/button.tsx'
import { Banner } from '../../ui/feedback/banner.tsx'

const messages = { ready: 'update.ready', form: 'update.finishForm', coming: 'update.wait' } as const

/** Says that a new version is ready. It is the coach who decides when, and never over a form that is being filled in. */
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
