import { useEffect, useEffectEvent, useState } from 'react'

/** px that a page follows the finger, and from which releasing refreshes. */
export const far = 72

/** Dialogs and form controls scroll by themselves. */
const scrollsItself = 'dialog, textarea, select, input'

/**
 * The distance in px that a page at its top is pulled down. `onPulled` is called when it is released far
 * enough down.
 */
export const usePull = (onPulled: () => void): number => {
  const [pulled, setPulled] = useState(0)
  const letGo = useEffectEvent(onPulled)

  useEffect(() => {
    let from: number | undefined
    let way = 0
    const pull = (px: number) => {
      way = Math.min(Math.max(px, 0), far)
      setPulled(way)
    }
    const start = ({ touches, target }: TouchEvent) => {
      const [touch, another] = touches
      const isInPage = target instanceof Element && !target.closest(scrollsItself)
      from = touch && !another && isInPage && window.scrollY <= 0 ? touch.clientY : undefined
    }
    const move = ({ touches: [touch, another] }: TouchEvent) => {
      if (from === undefined || !touch) return
      // Two fingers zoom, and a page that scrolls is not pulled.
      if (another || window.scrollY > 0) from = undefined
      // At half the speed of the finger, like resistance at the end of a page.
      pull(from === undefined ? 0 : (touch.clientY - from) / 2)
    }
    const end = () => {
      if (way >= far) letGo()
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
