import { useEffect, useEffectEvent, useState } from 'react'
import { useTranslate } from '../../i18n/use-translate.ts'
import { classNames } from '../../ui/class-names.ts'
import { Spinner } from '../../ui/feedback/spinner.tsx'
import { useBusy } from '../../ui/use-busy.ts'
import styles from './pull-to-refresh.module.css'

/** In px: how far the page can be pulled down. Releasing it at this distance refreshes the page. */
const refreshDistance = 72

/** Elements that handle a vertical drag themselves. */
const dragTargets = 'dialog, textarea, select, input'

/**
 * Returns how far the page is pulled down at its top, in px. Calls `onRefresh` if the page is released at
 * `refreshDistance`.
 */
const usePullDistance = (onRefresh: () => void): number => {
  const [distance, setDistance] = useState(0)
  const refresh = useEffectEvent(onRefresh)

  useEffect(() => {
    /** The vertical position of the finger when the pull started, or undefined if there is no pull. */
    let startY: number | undefined
    /** The same as `distance`. The listeners are created once, so they could not read later states. */
    let currentDistance = 0
    const pullTo = (px: number) => {
      currentDistance = Math.min(Math.max(px, 0), refreshDistance)
      setDistance(currentDistance)
    }
    const start = ({ touches, target }: TouchEvent) => {
      const [touch, secondTouch] = touches
      const isOnPage = target instanceof Element && target.closest(dragTargets) === null
      const canPull = !secondTouch && isOnPage && window.scrollY <= 0
      startY = canPull ? touch?.clientY : undefined
    }
    const move = ({ touches: [touch, secondTouch] }: TouchEvent) => {
      if (startY === undefined || !touch) return
      // Two fingers zoom, and a page that scrolls is not pulled.
      if (secondTouch || window.scrollY > 0) startY = undefined
      // At half the speed of the finger, like resistance at the end of a page.
      pullTo(startY === undefined ? 0 : (touch.clientY - startY) / 2)
    }
    const reset = () => {
      startY = undefined
      pullTo(0)
    }
    const end = () => {
      if (currentDistance >= refreshDistance) refresh()
      reset()
    }
    const controller = new AbortController()
    const options = { passive: true, signal: controller.signal }
    window.addEventListener('touchstart', start, options)
    window.addEventListener('touchmove', move, options)
    window.addEventListener('touchend', end, options)
    window.addEventListener('touchcancel', reset, options)
    return () => controller.abort()
  }, [])
  return distance
}

/**
 * Calls `refresh` when the coach pulls a page down at its top, because an installed app has no reload button.
 * `refresh` refetches the data and sends unsent entries.
 */
export const PullToRefresh = ({ refresh }: { refresh: () => Promise<unknown> }) => {
  const t = useTranslate()
  const { busy, run } = useBusy()
  const distance = usePullDistance(() => run(refresh))
  if (!busy && distance === 0) return null
  const offset = busy ? refreshDistance : distance
  return (
    <div
      className={styles.pull}
      style={{ transform: `translateY(${offset}px)`, opacity: offset / refreshDistance }}
    >
      {busy ? (
        <Spinner label={t('common.refreshing')} />
      ) : (
        <svg
          className={classNames(styles.arrow, offset >= refreshDistance && styles.far)}
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
