import { useEffect, useEffectEvent, useState, type RefObject } from 'react'

/** A slow connection, or storage that does not respond, must not prevent a coach from answering. */
const maxWaitMs = 3000

/**
 * Holds a submit while the stored answers are being read: the missing answer that it would report may be
 * among them. The form is submitted again when `isDue`.
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

/** Submits a form again whose submit was held. */
export const useSendHeld = (held: HeldSubmit | undefined, form: RefObject<HTMLFormElement | null>): void => {
  const isDue = held?.isDue === true
  const send = useEffectEvent(() => {
    held?.release()
    // Submitting a form renders its errors with `flushSync`, which must not be called within an effect.
    queueMicrotask(() => form.current?.requestSubmit())
  })
  useEffect(() => {
    if (isDue) send()
  }, [isDue])
}
