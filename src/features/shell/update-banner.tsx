import { useTranslate } from '../../i18n/use-translate.ts'
import { Button } from '../../ui/button.tsx'
import { Banner } from '../../ui/feedback/banner.tsx'

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
