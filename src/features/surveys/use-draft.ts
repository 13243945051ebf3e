import { useEffect, useRef, useState } from 'react'
import type { AnswerValues } from './answer-values.ts'

/** ms. A full disk or a busy database needs a moment; the coach sees a warning meanwhile. */
const retryAfter = 2000

/** ms. A database that does not respond for longer may never respond: the last input may not be stored. */
const maxWrite = 2000

/**
 * ms. During a slower write the form no longer claims that the draft is stored. A shorter limit would make
 * the text flicker with each key.
 */
const usualWrite = 300

/**
 * Stores the last input. A failed write is repeated until it succeeds, `stop` is called or the form is
 * unmounted: then the answers are saved, and their draft must not come back.
 */
export const useDraft = (store: (values: AnswerValues) => Promise<void>) => {
  const [state, setState] = useState<'none' | 'stored' | 'failed'>('none')
  const unstored = useRef<AnswerValues>(undefined)
  const retry = useRef<ReturnType<typeof setTimeout>>(undefined)
  const late = useRef<ReturnType<typeof setTimeout>[]>([])
  const isStopped = useRef(false)

  /**
   * Measured from the last response, or from the first write without one, so that a coach who keeps typing
   * sees the warning too.
   */
  const expectResponse = (): void => {
    if (late.current.length > 0) return
    const endStored = () => setState((before) => (before === 'stored' ? 'none' : before))
    late.current = [setTimeout(endStored, usualWrite), setTimeout(() => setState('failed'), maxWrite)]
  }
  const endExpecting = (): void => {
    for (const timer of late.current) clearTimeout(timer)
    late.current = []
  }

  const write = (values: AnswerValues): void => {
    clearTimeout(retry.current)
    isStopped.current = false
    unstored.current = values
    expectResponse()
    store(values).then(
      () => {
        endExpecting()
        if (unstored.current !== values) return isStopped.current ? undefined : expectResponse()
        unstored.current = undefined
        setState('stored')
      },
      () => {
        if (unstored.current !== values || isStopped.current) return
        setState('failed')
        retry.current = setTimeout(() => write(values), retryAfter)
      },
    )
  }
  const stop = (): void => {
    isStopped.current = true
    clearTimeout(retry.current)
    endExpecting()
  }
  /** Undoes a `stop` that was called too early. */
  const resume = (): void => {
    if (unstored.current) write(unstored.current)
  }

  useEffect(
    () => () => {
      isStopped.current = true
      clearTimeout(retry.current)
      for (const timer of late.current) clearTimeout(timer)
    },
    [],
  )
  return { state, write, stop, resume }
}
