import { useTranslate } from '../../i18n/use-translate.ts'
import { installWays, type InstallWay } from '../../platform/install/install-way.ts'
import type { Install } from '../../platform/install/install.ts'
import { Button } from '../../ui/button.tsx'
import { Notice } from '../../ui/feedback/notice.tsx'
import { Fold } from '../../ui/layout/fold.tsx'
import { Page } from '../../ui/layout/page.tsx'
import styles from './install.module.css'
import { InstallSteps } from './install-steps.tsx'
import { useInstall } from './use-install.ts'

const WaySection = ({ way }: { way: InstallWay }) => {
  const t = useTranslate()
  return (
    <section className={styles.way} aria-labelledby={way}>
      <h2 id={way}>{t(`install.way.${way}`)}</h2>
      <InstallSteps way={way} />
    </section>
  )
}

/** How to install the app: the steps for this browser first, the others below. */
export const InstallScreen = ({ install }: { install: Install }) => {
  const t = useTranslate()
  const { way } = install
  const { installed, canAsk, request } = useInstall(install)
  return (
    <Page title={t('install.title')} intro={t('install.intro')}>
      {installed && <Notice tone="success">{t('install.installed')}</Notice>}
      {canAsk && (
        <div>
          <Button onClick={request}>{t('install.now')}</Button>
        </div>
      )}
      <WaySection way={way} />
      <Fold summary={t('install.others')}>
        {installWays
          .filter((other) => other !== way)
          .map((other) => (
            <WaySection key={other} way={other} />
          ))}
      </Fold>
    </Page>
  )
}
