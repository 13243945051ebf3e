import { useTranslate } from '../../i18n/use-translate.ts'
import { Button } from '../../ui/button.tsx'
import { Banner } from '../../ui/feedback/banner.tsx'

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
