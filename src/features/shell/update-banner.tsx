import { useTranslate } from '../../i18n/use-translate.ts'
import { Button } from '../../ui/button.tsx'
import { Banner } from '../../ui/feedback/banner.tsx'

/**
 * The message at each stage of an update. `ready`: the coach can activate the new version. `form`: the coach
 * has to finish a form first. `coming`: the coach has activated it, and it starts when everything is saved.
 */
const messages = { ready: 'update.ready', form: 'update.finishForm', coming: 'update.wait' } as const

/** Announces a new version of the app, which the coach activates. */
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
