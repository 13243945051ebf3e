import { useEffect, useRef, useState } from 'react'
import type { AnswerValues } from './answer-values.ts'

/** ms; a full disk or a database that is busy elsewhere needs a moment, and the coach sees a warning meanwhile */
const retryAfter = 2000

/** ms; a database that does not respond for longer may never do: what was typed last is not known to be stored */
const longestWrite = 2000

/** ms; what takes longer is not said to be stored meanwhile, and a word that came and went with each key would flicker */
const usualWrite = 300

/**
 * Stores what was typed last. What could not be stored is stored again until it is, or until `stop` or the end of the form: then
 * the answers are saved, and a draft of them must not come back.
 */
export const useDraft = (store: (values: AnswerValues) => Promise<void>) => {
  const [state, setState] = useState<'none' | 'stored' | 'failed'>('none')
  const unstored = useRef<AnswerValues>(undefined)
  const retry = useRef<ReturnType<typeof setTimeout>>(undefined)
  const late = useRef<ReturnType<typeof setTimeout>[]>([])
  const isStopped = useRef(false)

  /** Counts from the last response, or from the first write without one: a coach who types on hears of it too. */
  const expectResponse = (): void => {
    if (late.current.length > 0) return
    const endStored = () => setState((before) => (before === 'stored' ? 'none' : before))
    late.current = [setTimeout(endStored, usualWrite), setTimeout(() => setState('failed'), longestWrite)]
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
  /** After a `stop` that was too early. */
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
