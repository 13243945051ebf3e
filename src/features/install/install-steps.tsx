import type { MessageId } from '../../i18n/message-id.ts'
import { useTranslate } from '../../i18n/use-translate.ts'
import type { InstallWay } from '../../platform/install/install-way.ts'
import styles from './install.module.css'
import { StepPicture, type Picture } from './step-picture.tsx'

type Step = { message: MessageId; picture: Picture }

const home: Step = { message: 'install.step.iosConfirm', picture: 'home-screen' }
const menu: Step = { message: 'install.step.menu', picture: 'menu' }

const steps: Record<InstallWay, readonly Step[]> = {
  ios: [
    { message: 'install.step.iosShare', picture: 'share' },
    { message: 'install.step.iosAdd', picture: 'add-to-home' },
    home,
  ],
  'android-chromium': [menu, { message: 'install.step.androidAdd', picture: 'add-to-home' }],
  'android-firefox': [menu, { message: 'install.step.firefoxAdd', picture: 'add-to-home' }],
  'desktop-chromium': [
    { message: 'install.step.desktopIcon', picture: 'address-bar' },
    { message: 'install.step.desktopConfirm', picture: 'home-screen' },
  ],
  'desktop-safari': [{ message: 'install.step.macMenu', picture: 'menu' }],
  'desktop-firefox': [],
}

/** The steps for one browser, each with a picture of what to look for. */
export const InstallSteps = ({ way }: { way: InstallWay }) => {
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
