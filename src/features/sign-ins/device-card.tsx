import type { ReactNode } from 'react'
import { useTranslate } from '../../i18n/use-translate.ts'
import type { Browser } from '../../lib/text/user-agent.ts'
import { Card } from '../../ui/layout/card.tsx'
import { getBrowserName } from './browser-name.ts'
import styles from './sign-ins-screen.module.css'

/** The outlines of the icons, in a square of 24 units. */
const phone = <path d="M7 3h10v18H7zM11 18h2" />
const computer = <path d="M4 5h16v11H4zM2 19.5h20" />
/** A window of a browser, whose device is unknown. */
const browserWindow = <path d="M3.5 5h17v14h-17zM3.5 9.5h17M6.5 7.25h.01M9 7.25h.01" />

const getIcon = (system: string | null): ReactNode => {
  if (system === null) return browserWindow
  return ['iPhone', 'iPad', 'Android'].includes(system) ? phone : computer
}

type Props = {
  browser: Browser
  /** The element of the name: a heading of the page, or of a section. */
  heading: 'h2' | 'h3'
  isCurrent: boolean
  /** What is known about the sign-ins in the browser. */
  notes: ReactNode
  /** The button for this browser. */
  children?: ReactNode
}

/** A browser in which the coach signs in, as a row of a list. */
export const DeviceCard = ({ browser, heading: Heading, isCurrent, notes, children }: Props) => {
  const t = useTranslate()
  return (
    <li>
      <Card className={styles.device}>
        <svg className={styles.icon} viewBox="0 0 24 24" aria-hidden="true">
          {getIcon(browser.system)}
        </svg>
        <div className={styles.words}>
          <div className={styles.nameRow}>
            <Heading className={styles.name}>{getBrowserName(browser, t)}</Heading>
            {isCurrent && <p className={styles.current}>{t('signIns.current')}</p>}
          </div>
          {notes}
        </div>
        {children}
      </Card>
    </li>
  )
}
