import type { MessageId } from '../../i18n/message-id.ts'
import { useTranslate } from '../../i18n/use-translate.ts'
import type { InstallWay } from '../../platform/install/install-way.ts'
import styles from './install.module.css'
import { StepPicture, type Picture } from './step-picture.tsx'

type Step = { words: MessageId; picture: Picture }

const home: Step = { words: 'install.step.iosConfirm', picture: 'home-screen' }
const menu: Step = { words: 'install.step.menu', picture: 'menu' }

const steps: Record<InstallWay, readonly Step[]> = {
  ios: [
    { words: 'install.step.iosShare', picture: 'share' },
    { words: 'install.step.iosAdd', picture: 'add-to-home' },
    home,
  ],
  'android-chromium': [menu, { words: 'install.step.androidAdd', picture: 'add-to-home' }],
  'android-firefox': [menu, { words: 'install.step.firefoxAdd', picture: 'add-to-home' }],
  'desktop-chromium': [
    { words: 'install.step.desktopIcon', picture: 'address-bar' },
    { words: 'install.step.desktopConfirm', picture: 'home-screen' },
  ],
  'desktop-safari': [{ words: 'install.step.macMenu', picture: 'menu' }],
  'desktop-firefox': [],
}

/** The steps of one way, each with a picture of what to look for. */
export const InstallSteps = ({ way }: { way: InstallWay }) => {
  const t = useTranslate()
  if (steps[way].length === 0) return <p>{t('install.notHere')}</p>
  return (
    <ol className={styles.steps}>
      {steps[way].map(({ words, picture }) => (
        <li key={words} className={styles.step}>
          <StepPicture picture={picture} />
          <span>{t(words)}</span>
        </li>
      ))}
    </ol>
  )
}
