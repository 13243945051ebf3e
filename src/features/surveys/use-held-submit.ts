import { useEffect, useEffectEvent, useState, type RefObject } from 'react'

/** A slow connection or a silent disk does not keep a coach from answering. */
const maxWaitMs = 3000

/**
 * Holds a submit while the stored answers are being read: the answer that it would ask for may be among them.
 * The form is sent again when `isDue`.
 */
export const useHeldSubmit = (question: string | undefined, isReading: boolean) => {
  /** The question whose submit is held. */
  const [heldFor, setHeldFor] = useState<string>()
  const [isLate, setIsLate] = useState(false)
  useEffect(() => {
    if (!isReading) return undefined
    const timer = setTimeout(() => setIsLate(true), maxWaitMs)
    return () => clearTimeout(timer)
  }, [isReading])
  const mayHold = isReading && !isLate
  const isHeld = heldFor !== undefined && heldFor === question
  return {
    mayHold,
    isHeld,
    isDue: isHeld && !mayHold,
    hold: () => setHeldFor(question),
    release: () => setHeldFor(undefined),
  }
}

export type HeldSubmit = ReturnType<typeof useHeldSubmit>

/** Sends a form whose submit was held. */
export const useSendHeld = (held: HeldSubmit | undefined, form: RefObject<HTMLFormElement | null>): void => {
  const isDue = held?.isDue === true
  const send = useEffectEvent(() => {
    held?.release()
    // Errors are rendered at once when a form is sent, which an effect may not do.
    queueMicrotask(() => form.current?.requestSubmit())
  })
  useEffect(() => {
    if (isDue) send()
  }, [isDue])
}
