import { fail, ok, type Result } from '../lib/result.ts'

/** Why the words of a locale are not there. `offline`: this phone never had them and there is no connection. */
export type FetchJsonFailure = 'offline' | 'failed'

export type FetchJsonDeps = {
  fetch: (url: string) => Promise<Response>
  /** Asked after a failure only: finding out may take a request. */
  isOnline: () => boolean | Promise<boolean>
  /** Resolves after so many ms. */
  wait: (ms: number) => Promise<void>
}

/** Up to 5 retries, the first after 350 ms, each wait twice the one before (specification §9). */
export const retryWaits = [350, 700, 1400, 2800, 5600] as const

/** ms without an answer until the connection is doubted: some networks swallow everything, and say nothing */
export const silence = 2000

/** A 4xx stays what it is: only a lost connection or a failing server is worth another try. */
const isFinal = (status: number): boolean => status >= 400 && status < 500

type Answer = Result<unknown, number | 'offline'>

const read = async (url: string, { fetch }: Pick<FetchJsonDeps, 'fetch'>): Promise<Answer> => {
  const response = await fetch(url)
  return response.ok ? ok(await response.json()) : fail(response.status)
}

/** Waits for an answer as long as our server can be reached. */
const ask = (url: string, deps: FetchJsonDeps): Promise<Answer> => {
  let over = false
  const answer = read(url, deps).finally(() => {
    over = true
  })
  const doubt = async (): Promise<Answer> => {
    await deps.wait(silence)
    return over || (await deps.isOnline()) ? answer : fail('offline')
  }
  return Promise.race([answer, doubt()])
}

/** Fetches JSON as the specification's translation loader does. Offline it says so at once instead of waiting. */
export const fetchJson = async (
  url: string,
  deps: FetchJsonDeps,
): Promise<Result<unknown, FetchJsonFailure>> => {
  const { isOnline, wait } = deps
  for (const pause of [...retryWaits, undefined]) {
    try {
      const answer = await ask(url, deps)
      if (answer.ok) return answer
      if (answer.error === 'offline') return fail('offline')
      if (isFinal(answer.error)) return fail('failed')
    } catch {
      if (!(await isOnline())) return fail('offline')
    }
    if (pause !== undefined) await wait(pause)
  }
  return fail((await isOnline()) ? 'failed' : 'offline')
}
