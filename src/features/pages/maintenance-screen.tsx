import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { createTimePhrases } from '../../i18n/time-phrases.ts'
import { useLocale } from '../../i18n/use-locale.ts'
import { useTranslate } from '../../i18n/use-translate.ts'
import { Button, buttonClass } from '../../ui/button.tsx'
import { LocaleLink } from '../../ui/locale-link.tsx'
import styles from './pages.module.css'

type Props = {
  /**
   * The end of the maintenance, in ms since the epoch, or undefined if there is none and the visitor only
   * opened the URL of this page.
   */
  until: number | undefined
  /** Whether the maintenance is over now. */
  isOver: () => boolean
  /** Leaves this page. Called when the maintenance is over. */
  onOver: () => void
  /** Asks the server whether the maintenance is over, because it may end early. */
  onCheck: () => Promise<unknown>
}

/** The time between two checks of the clock. A single timer would fire late after the phone slept. */
const checkIntervalMs = 10_000

/**
 * Replaces every page of a locale during maintenance. In every locale, the title of the document is the
 * site's name in Portuguese, as specification §2 requires.
 */
export const MaintenanceScreen = ({ until, isOver, onOver, onCheck }: Props) => {
  const t = useTranslate()
  const { code } = useLocale()
  const title = t('maintenance.documentTitle')
  const [isChecking, setIsChecking] = useState(false)
  const check = async () => {
    setIsChecking(true)
    await onCheck()
    setIsChecking(false)
    if (isOver()) onOver()
  }
  const leaveIfOver = useEffectEvent(() => isOver() && onOver())
  useEffect(() => {
    document.title = title
  }, [title])
  /** Whether there was a maintenance when `until` last changed. */
  const wasInMaintenanceRef = useRef(false)
  useEffect(() => {
    // When a check finds that the maintenance has ended early, `until` becomes undefined.
    const hasEndedEarly = !until && wasInMaintenanceRef.current
    if (hasEndedEarly) leaveIfOver()
    wasInMaintenanceRef.current = until !== undefined
    if (!until) return undefined
    const timer = setInterval(() => leaveIfOver(), checkIntervalMs)
    return () => clearInterval(timer)
  }, [until])
  return (
    <div className={styles.maintenance}>
      <img src="/favicon.svg" alt="" width="72" height="72" />
      <h1 tabIndex={-1}>{t(until ? 'maintenance.title' : 'maintenance.none')}</h1>
      <p>{t(until ? 'maintenance.body' : 'maintenance.noneBody')}</p>
      {until ? (
        <>
          <p>{t('maintenance.until', { time: createTimePhrases(code, t).full(until) })}</p>
          <Button busy={isChecking} onClick={() => void check()}>
            {t('common.retry')}
          </Button>
        </>
      ) : (
        <LocaleLink to="" className={buttonClass()}>
          {t('error.goHome')}
        </LocaleLink>
      )}
    </div>
  )
}
