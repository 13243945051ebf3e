import { useTranslate } from '../../i18n/use-translate.ts'
import { Button } from '../../ui/button.tsx'
import { Banner } from '../../ui/feedback/banner.tsx'

/** Says that this browser lost the database of the app, and what was not sent with it, until the coach has read so. */
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
