import { useEffect, useEffectEvent, useState } from 'react'
import { useTranslate } from '../../i18n/use-translate.ts'
import { classNames } from '../../ui/class-names.ts'
import { Spinner } from '../../ui/feedback/spinner.tsx'
import { useBusy } from '../../ui/use-busy.ts'
import styles from './pull-to-refresh.module.css'

/** px that a page follows the finger, and from which releasing refreshes. */
const refreshDistance = 72

/** Dialogs and form controls scroll by themselves. */
const scrollsItself = 'dialog, textarea, select, input'

/**
 * The distance in px that a page at its top is pulled down. `onPulled` is called when it is released far
 * enough down.
 */
const usePull = (onPulled: () => void): number => {
  const [pulled, setPulled] = useState(0)
  const onRelease = useEffectEvent(onPulled)

  useEffect(() => {
    let from: number | undefined
    let distance = 0
    const pull = (px: number) => {
      distance = Math.min(Math.max(px, 0), refreshDistance)
      setPulled(distance)
    }
    const start = ({ touches, target }: TouchEvent) => {
      const [touch, second] = touches
      const isInPage = target instanceof Element && !target.closest(scrollsItself)
      from = touch && !second && isInPage && window.scrollY <= 0 ? touch.clientY : undefined
    }
    const move = ({ touches: [touch, second] }: TouchEvent) => {
      if (from === undefined || !touch) return
      // Two fingers zoom, and a page that scrolls is not pulled.
      if (second || window.scrollY > 0) from = undefined
      // At half the speed of the finger, like resistance at the end of a page.
      pull(from === undefined ? 0 : (touch.clientY - from) / 2)
    }
    const end = () => {
      if (distance >= refreshDistance) onRelease()
      from = undefined
      pull(0)
    }
    const cancel = () => {
      from = undefined
      pull(0)
    }
    const listening = new AbortController()
    const options = { passive: true, signal: listening.signal }
    window.addEventListener('touchstart', start, options)
    window.addEventListener('touchmove', move, options)
    window.addEventListener('touchend', end, options)
    window.addEventListener('touchcancel', cancel, options)
    return () => listening.abort()
  }, [])
  return pulled
}

/**
 * Pulling a page down at its top refetches its data and sends what waits: an installed app has no other way
 * to reload.
 */
export const PullToRefresh = ({ refresh }: { refresh: () => Promise<unknown> }) => {
  const t = useTranslate()
  const { busy, run } = useBusy()
  const pulled = usePull(() => run(refresh))
  if (!busy && pulled === 0) return null
  const shown = busy ? refreshDistance : pulled
  return (
    <div
      className={styles.pull}
      style={{ transform: `translateY(${shown}px)`, opacity: shown / refreshDistance }}
    >
      {busy ? (
        <Spinner label={t('common.refreshing')} />
      ) : (
        <svg
          className={classNames(styles.arrow, shown >= refreshDistance && styles.far)}
          viewBox="0 0 24 24"
          width="20"
          height="20"
          aria-hidden="true"
        >
          <path d="M12 4v15m-6-6 6 6 6-6" />
        </svg>
      )}
    </div>
  )
}
