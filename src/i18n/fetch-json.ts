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

/** A 4xx stays what it is: only a lost connection or a failing server is worth another try. */
const isFinal = (response: Response): boolean => response.status >= 400 && response.status < 500

/** Fetches JSON as the specification's translation loader does. Offline it says so at once instead of waiting. */
export const fetchJson = async (
  url: string,
  { fetch, isOnline, wait }: FetchJsonDeps,
): Promise<Result<unknown, FetchJsonFailure>> => {
  for (const pause of [...retryWaits, undefined]) {
    try {
      const response = await fetch(url)
      if (response.ok) return ok(await response.json())
      if (isFinal(response)) return fail('failed')
    } catch {
      if (!(await isOnline())) return fail('offline')
    }
    if (pause !== undefined) await wait(pause)
  }
  return fail((await isOnline()) ? 'failed' : 'offline')
}
