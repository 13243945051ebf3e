import { useEffect, useEffectEvent, useState } from 'react'

/** px that a page follows the finger, and from which on letting go counts */
export const far = 72

/** A dialog and a text have a top of their own. */
const scrollsItself = 'dialog, textarea, select, input'

/** How far a page at its top is pulled down, in px; `onPulled` is called when it is let go far enough. */
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
      // Half as fast as the finger: a page at its end resists.
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
