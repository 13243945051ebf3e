import { useEffect, type RefObject } from 'react'

/** Watches the keyboard and the pointer, and remembers the last focused element. */
const watchPerson = (frame: RefObject<HTMLIFrameElement | null>, signal: AbortSignal) => {
  let before = document.activeElement
  let byTab = false
  let moved = false
  /** The last position of the pointer. */
  let at: string | undefined
  const listening = { signal, capture: true }
  document.addEventListener(
    'focusin',
    ({ target }) => {
      if (target instanceof Element && target !== frame.current) before = target
    },
    listening,
  )
  document.addEventListener('keydown', ({ key }) => (byTab = key === 'Tab'), listening)
  document.addEventListener(
    'pointermove',
    ({ screenX, screenY }) => {
      // The event also fires for a pointer at rest when the element under it changes.
      moved ||= at !== undefined && at !== `${screenX} ${screenY}`
      at = `${screenX} ${screenY}`
    },
    listening,
  )
  return {
    went: () => byTab || (moved && frame.current?.matches(':hover') === true),
    back: () => before instanceof HTMLElement && before.focus(),
  }
}

/**
 * Keeps the focus out of a frame that takes it by itself, as Chromium's viewer does to report a damaged
 * document: the surrounding dialog would no longer receive Escape. A person who goes there with Tab or a
 * pointer stays there.
 */
export const useGuardedFocus = (frame: RefObject<HTMLIFrameElement | null>): void => {
  useEffect(() => {
    const ended = new AbortController()
    const person = watchPerson(frame, ended.signal)
    const onBlur = () => {
      const isTaken = frame.current !== null && document.activeElement === frame.current
      // If the focus were moved back before the frame has it, the keys would still go to the frame.
      if (isTaken && !person.went()) setTimeout(person.back)
    }
    // When one of its frames takes the focus, the window of the page fires `blur`.
    window.addEventListener('blur', onBlur, { signal: ended.signal })
    return () => ended.abort()
  }, [frame])
}
