import { useTranslate } from '../../i18n/use-translate.ts'
import { installWays, type InstallWay } from '../../platform/install/install-way.ts'
import type { Install } from '../../platform/install/install.ts'
import { Button } from '../../ui/button.tsx'
import { Notice } from '../../ui/feedback/notice.tsx'
import { Fold } from '../../ui/layout/fold.tsx'
import { Page } from '../../ui/layout/page.tsx'
import type { MessageId } from '../../i18n/message-id.ts'
import styles from './install.module.css'
import { useInstall } from './use-install.ts'
import { StepPicture, type Picture } from './step-picture.tsx'

type Step = { message: MessageId; picture: Picture }

const confirmStep: Step = { message: 'install.step.iosConfirm', picture: 'home-screen' }
const menuStep: Step = { message: 'install.step.menu', picture: 'menu' }

const steps: Record<InstallWay, readonly Step[]> = {
  ios: [
    { message: 'install.step.iosShare', picture: 'share' },
    { message: 'install.step.iosAdd', picture: 'add-to-home' },
    confirmStep,
  ],
  'android-chromium': [menuStep, { message: 'install.step.androidAdd', picture: 'add-to-home' }],
  'android-firefox': [menuStep, { message: 'install.step.firefoxAdd', picture: 'add-to-home' }],
  'desktop-chromium': [
    { message: 'install.step.desktopIcon', picture: 'address-bar' },
    { message: 'install.step.desktopConfirm', picture: 'home-screen' },
  ],
  'desktop-safari': [{ message: 'install.step.macMenu', picture: 'menu' }],
  'desktop-firefox': [],
}

/** The steps for one browser, each with a picture of what to look for. */
const InstallSteps = ({ way }: { way: InstallWay }) => {
  const t = useTranslate()
  if (steps[way].length === 0) return <p>{t('install.notHere')}</p>
  return (
    <ol className={styles.steps}>
      {steps[way].map(({ message, picture }) => (
        <li key={message} className={styles.step}>
          <StepPicture picture={picture} />
          <span>{t(message)}</span>
        </li>
      ))}
    </ol>
  )
}

/** The steps for one browser, under the name of the browser. */
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
