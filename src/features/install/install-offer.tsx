import { useWords } from '../../i18n/use-words.ts'
import { Button, buttonClass } from '../../ui/button.tsx'
import { Card } from '../../ui/layout/card.tsx'
import { LocaleLink } from '../../ui/locale-link.tsx'
import { Stack } from '../../ui/layout/stack.tsx'

/** Offered once a module is finished: by then the coach knows what the app is worth. */
export const InstallOffer = ({
  canAsk,
  onInstall,
  onLater,
}: {
  /** The browser has a dialog of its own; otherwise the steps are shown. */
  canAsk: boolean
  onInstall: () => void
  onLater: () => void
}) => {
  const t = useWords()
  return (
    <section aria-labelledby="install-offer">
      <Card>
        <Stack gap="s">
          <h2 id="install-offer">{t('install.offer')}</h2>
          <p>{t('install.offerBody')}</p>
          <Stack row gap="s">
            {canAsk ? (
              <Button onClick={onInstall}>{t('install.now')}</Button>
            ) : (
              <LocaleLink to="install" className={buttonClass()}>
                {t('install.how')}
              </LocaleLink>
            )}
            <Button variant="quiet" onClick={onLater}>
              {t('install.later')}
            </Button>
          </Stack>
        </Stack>
      </Card>
    </section>
  )
}
