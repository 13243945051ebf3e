import type { MessageId } from '../../i18n/message-id.ts'
import { useTranslate } from '../../i18n/use-translate.ts'
import type { UpdateStage } from '../../platform/service-worker/app-update.ts'
import { Button } from '../../ui/button.tsx'
import { Banner } from '../../ui/feedback/banner.tsx'

type ShownStage = Exclude<UpdateStage, 'none'>

/**
 * The message at each stage of an update. `ready`: the coach can apply it. `form`: the coach has to finish a
 * form first. `coming`: it was requested, and starts when everything is saved.
 */
const messages = {
  ready: 'update.ready',
  form: 'update.finishForm',
  coming: 'update.wait',
} as const satisfies Record<ShownStage, MessageId>

/** Announces a new version of the app, which the coach activates. */
export const UpdateBanner = ({
  stage,
  onApply,
  onLater,
}: {
  stage: ShownStage
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
