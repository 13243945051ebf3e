import { useTranslate } from '../../i18n/use-translate.ts'
import type { Install } from '../../platform/install/install.ts'
import { Button, buttonClass } from '../../ui/button.tsx'
import { Card } from '../../ui/layout/card.tsx'
import { LocaleLink } from '../../ui/locale-link.tsx'
import { ButtonRow } from '../../ui/layout/button-row.tsx'
import { Stack } from '../../ui/layout/stack.tsx'
import { useInstall } from './use-install.ts'

/**
 * Offers to install the app after a module is complete, when the coach knows the value of the app. The coach can
 * decline the offer (`dismiss`). It has only secondary buttons, so that the button for the next step of the module
 * stands out.
 */
export const InstallOffer = ({ install }: { install: Install }) => {
  const t = useTranslate()
  const { isOffered, canAsk, request } = useInstall(install)
  // Also not offered after the coach has declined or installed it.
  if (!isOffered) return null
  return (
    <section aria-labelledby="install-offer" data-only="screen">
      <Card>
        <Stack gap="s">
          <h2 id="install-offer">{t('install.offer')}</h2>
          <p>{t('install.offerBody')}</p>
          <ButtonRow>
            {/* Some browsers have a dialog for installation. For the others, a page shows the steps. */}
            {canAsk ? (
              <Button variant="secondary" onClick={request}>
                {t('install.now')}
              </Button>
            ) : (
              <LocaleLink to="install" className={buttonClass('secondary')}>
                {t('install.how')}
              </LocaleLink>
            )}
            <Button variant="quiet" onClick={install.dismiss}>
              {t('install.later')}
            </Button>
          </ButtonRow>
        </Stack>
      </Card>
    </section>
  )
}
