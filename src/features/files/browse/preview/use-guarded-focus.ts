import { useEffect, type RefObject } from 'react'

/** Watches the keyboard and the pointer, and remembers where the focus was. */
const watchPerson = (frame: RefObject<HTMLIFrameElement | null>, signal: AbortSignal) => {
  let before = document.activeElement
  let byTab = false
  let moved = false
  /** Where the pointer was last. */
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
      // A pointer that lies still fires this event as well, when something else comes to lie under it.
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
 * Keeps the focus out of a frame that takes it by itself, as Chromium's viewer does to say that a document is damaged:
 * the dialog around it would not hear Escape any more. Who goes there with Tab or with a pointer stays there.
 */
export const useGuardedFocus = (frame: RefObject<HTMLIFrameElement | null>): void => {
  useEffect(() => {
    const ended = new AbortController()
    const person = watchPerson(frame, ended.signal)
    const onBlur = () => {
      const isTaken = frame.current !== null && document.activeElement === frame.current
      // Given back before the frame has it, it would look so and the keys would still go there.
      if (isTaken && !person.went()) setTimeout(person.back)
    }
    // A page that loses the focus to one of its frames does so with the whole window.
    window.addEventListener('blur', onBlur, { signal: ended.signal })
    return () => ended.abort()
  }, [frame])
}
