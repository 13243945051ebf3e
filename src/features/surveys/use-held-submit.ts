import { useEffect, useEffectEvent, useState, type RefObject } from 'react'

/** A slow connection, or storage that does not respond, must not prevent a coach from answering. */
const maxWaitMs = 3000

/**
 * Holds a submit while the stored answers are being read. The form may have no answer to a question only
 * because the stored answers are not in it yet, and must not report that as an error. The form is submitted
 * again when they are read or `maxWaitMs` has passed (`shouldResubmit`).
 */
export const useHeldSubmit = (questionId: string | undefined, isReading: boolean) => {
  /** The id of the question that was displayed when the submit was held. */
  const [heldQuestionId, setHeldQuestionId] = useState<string>()
  const [hasTimedOut, setHasTimedOut] = useState(false)
  useEffect(() => {
    if (!isReading) return undefined
    const timer = setTimeout(() => setHasTimedOut(true), maxWaitMs)
    return () => clearTimeout(timer)
  }, [isReading])
  const canHold = isReading && !hasTimedOut
  const isHeld = heldQuestionId !== undefined && heldQuestionId === questionId
  return {
    canHold,
    isHeld,
    shouldResubmit: isHeld && !canHold,
    hold: () => setHeldQuestionId(questionId),
    release: () => setHeldQuestionId(undefined),
  }
}

export type HeldSubmit = ReturnType<typeof useHeldSubmit>

/** Submits a form again whose submit was held, once `shouldResubmit` is true. */
export const useResubmitHeld = (
  held: HeldSubmit | undefined,
  form: RefObject<HTMLFormElement | null>,
): void => {
  const shouldResubmit = held?.shouldResubmit === true
  const resubmit = useEffectEvent(() => {
    held?.release()
    // Submitting a form renders its errors with `flushSync`, which must not be called within an effect.
    queueMicrotask(() => form.current?.requestSubmit())
  })
  useEffect(() => {
    if (shouldResubmit) resubmit()
  }, [shouldResubmit])
}
