import { useEffect, useRef, useState } from 'react'
import type { AnswerValues } from './answer-values.ts'

/** Full storage or a busy database may recover soon. Until then, the coach sees a warning. */
const retryAfterMs = 2000

/** After this time without a response, the coach is warned that the last input may not be stored. */
const maxWriteMs = 2000

/**
 * After this time without a response, the form no longer claims that the draft is stored. A shorter time
 * would make the text flicker with each key.
 */
const usualWriteMs = 300

/**
 * Saves the last input as a draft (`write`), and returns what the coach must know about it (`state`): it is
 * `stored`, or `failed` if it is not saved or may not be. A failed write is repeated until it succeeds,
 * `stop` is called or the form is unmounted. `stop` is called when the answers are saved, so that their draft
 * is not written again.
 */
export const useDraft = (save: (values: AnswerValues) => Promise<void>) => {
  const [state, setState] = useState<'none' | 'stored' | 'failed'>('none')
  /** The last input, until it is stored. */
  const unstoredValues = useRef<AnswerValues>(undefined)
  /** The timer of the next attempt after a failed write. */
  const retry = useRef<ReturnType<typeof setTimeout>>(undefined)
  const responseTimers = useRef<ReturnType<typeof setTimeout>[]>([])
  const isStopped = useRef(false)

  /**
   * Starts the two timers, unless they are running. Another input does not restart them, because a coach
   * who keeps typing would never see the warning.
   */
  const expectResponse = (): void => {
    if (responseTimers.current.length > 0) return
    const clearStoredState = () => setState((current) => (current === 'stored' ? 'none' : current))
    responseTimers.current = [
      setTimeout(clearStoredState, usualWriteMs),
      setTimeout(() => setState('failed'), maxWriteMs),
    ]
  }
  const clearResponseTimers = (): void => {
    for (const timer of responseTimers.current) clearTimeout(timer)
    responseTimers.current = []
  }

  const write = (values: AnswerValues): void => {
    clearTimeout(retry.current)
    isStopped.current = false
    unstoredValues.current = values
    expectResponse()
    save(values).then(
      () => {
        clearResponseTimers()
        if (unstoredValues.current === values) {
          unstoredValues.current = undefined
          setState('stored')
          return
        }
        // The coach has typed since, so the response to the newer write is still expected.
        if (!isStopped.current) expectResponse()
      },
      () => {
        // A newer write has replaced this one, or no draft is needed any longer.
        if (unstoredValues.current !== values || isStopped.current) return
        setState('failed')
        retry.current = setTimeout(() => write(values), retryAfterMs)
      },
    )
  }
  const stop = (): void => {
    isStopped.current = true
    clearTimeout(retry.current)
    clearResponseTimers()
  }
  /** Undoes a `stop` that was called too early. */
  const resume = (): void => {
    if (unstoredValues.current) write(unstoredValues.current)
  }

  useEffect(
    () => () => {
      isStopped.current = true
      clearTimeout(retry.current)
      for (const timer of responseTimers.current) clearTimeout(timer)
    },
    [],
  )
  return { state, write, stop, resume }
}
