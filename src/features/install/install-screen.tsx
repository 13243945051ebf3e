import type { ReactNode } from 'react'
import type { MessageId } from '../../i18n/message-id.ts'
import { useTranslate } from '../../i18n/use-translate.ts'
import { installWays, type InstallWay } from '../../platform/install/install-way.ts'
import type { Install } from '../../platform/install/install.ts'
import { Button } from '../../ui/button.tsx'
import { Notice } from '../../ui/feedback/notice.tsx'
import { Disclosure } from '../../ui/layout/disclosure.tsx'
import { Page } from '../../ui/layout/page.tsx'
import styles from './install.module.css'
import { StepPicture, type PictureName } from './step-picture.tsx'
import { useInstall } from './use-install.ts'

type Step = { message: MessageId; picture: PictureName }

/** The first step in the browsers of Android. */
const menuStep: Step = { message: 'install.step.menu', picture: 'menu' }

/** The steps for each kind of browser. */
const steps: Record<InstallWay, readonly Step[]> = {
  ios: [
    { message: 'install.step.iosShare', picture: 'share' },
    { message: 'install.step.iosAdd', picture: 'add-to-home' },
    { message: 'install.step.iosConfirm', picture: 'home-screen' },
  ],
  'android-chromium': [menuStep, { message: 'install.step.androidAdd', picture: 'add-to-home' }],
  'android-firefox': [menuStep, { message: 'install.step.firefoxAdd', picture: 'add-to-home' }],
  'desktop-chromium': [
    { message: 'install.step.desktopIcon', picture: 'address-bar' },
    { message: 'install.step.desktopConfirm', picture: 'dialog' },
  ],
  'desktop-safari': [{ message: 'install.step.macMenu', picture: 'menu' }],
  // Firefox on a computer cannot install apps.
  'desktop-firefox': [],
}

/** The steps for one kind of browser (`way`), each with a drawing of what to look for. */
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

/** The steps for one kind of browser, under its name. */
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
export const InstallScreen = ({
  install,
  parentLink,
}: {
  install: Install
  /** A link to the parent of the page, for a signed-in coach. */
  parentLink?: ReactNode
}) => {
  const t = useTranslate()
  const { way } = install
  const { isInstalled, canAsk, request } = useInstall(install)
  return (
    <Page
      title={t('install.title')}
      intro={t('install.intro')}
      parentLink={parentLink}
      isCompact={Boolean(parentLink)}
      hasPicture={!parentLink}
    >
      {isInstalled && <Notice tone="success">{t('install.installed')}</Notice>}
      {/* This browser has a dialog for installation, which the app can open. */}
      {canAsk && (
        <div>
          <Button onClick={request}>{t('install.now')}</Button>
        </div>
      )}
      <WaySection way={way} />
      <Disclosure summary={t('install.others')}>
        {installWays
          .filter((other) => other !== way)
          .map((other) => (
            <WaySection key={other} way={other} />
          ))}
      </Disclosure>
    </Page>
  )
}
