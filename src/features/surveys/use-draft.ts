import { useEffect, useRef, useState } from 'react'
import type { AnswerValues } from './answer-values.ts'

/** ms; a full disk or a database that is busy elsewhere needs a moment, and the coach sees a warning meanwhile */
const retryAfter = 2000

/** ms; a database that does not respond for longer may never do: what was typed last is not known to be stored */
const longestWrite = 2000

/**
 * Stores what was typed last. What could not be stored is stored again until it is, or until `stop` or the end of the form: then
 * the answers are saved, and a draft of them must not come back.
 */
export const useDraft = (store: (values: AnswerValues) => Promise<void>) => {
  const [state, setState] = useState<'none' | 'stored' | 'failed'>('none')
  const unstored = useRef<AnswerValues>(undefined)
  const retry = useRef<ReturnType<typeof setTimeout>>(undefined)
  const late = useRef<ReturnType<typeof setTimeout>>(undefined)
  const isStopped = useRef(false)

  /** Counts from the last response, or from the first write without one: a coach who types on hears of it too. */
  const expectResponse = (): void => {
    late.current ??= setTimeout(() => setState('failed'), longestWrite)
  }
  const endExpecting = (): void => {
    clearTimeout(late.current)
    late.current = undefined
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
  /** After a `stop` that was too early. */
  const resume = (): void => {
    if (unstored.current) write(unstored.current)
  }

  useEffect(
    () => () => {
      isStopped.current = true
      clearTimeout(retry.current)
      clearTimeout(late.current)
    },
    [],
  )
  return { state, write, stop, resume }
}
