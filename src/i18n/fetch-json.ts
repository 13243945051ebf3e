import { integrityOf } from '../config/catalogue-files.ts'
import { fail, ok, type Result } from '../lib/result.ts'

/**
 * Why a catalogue is missing. `offline`: this phone never had it and there is no connection. `gone`: a newer build was
 * deployed, which has another one.
 */
export type FetchJsonFailure = 'offline' | 'failed' | 'gone'

export type FetchJsonDeps = {
  fetch: (url: string, init: RequestInit) => Promise<Response>
  /** Called after a failure only: finding out may take a request. */
  isOnline: () => boolean | Promise<boolean>
  /** Resolves after so many ms. */
  wait: (ms: number) => Promise<void>
}

/** Up to 5 retries, the first after 350 ms, each wait twice the one before (specification §9). */
export const retryWaits = [350, 700, 1400, 2800, 5600] as const

/** ms without a response before the connection is checked: some networks swallow every request */
export const silence = 2000

/** A 4xx stays what it is: only a lost connection or a failing server is worth another try. */
const isFinal = (status: number): boolean => status >= 400 && status < 500

type Outcome = Result<unknown, 'offline'>

const read = async (
  url: string,
  { fetch }: Pick<FetchJsonDeps, 'fetch'>,
  cache: RequestCache,
): Promise<Outcome> => {
  const response = await fetch(url, { cache, integrity: integrityOf(url) })
  if (!response.ok) throw new Error(`${url}: ${response.status}`)
  return ok(await response.json())
}

/** Waits for a response for as long as our server can be reached. */
const readWhileOnline = (url: string, deps: FetchJsonDeps, cache: RequestCache): Promise<Outcome> => {
  let over = false
  const outcome = read(url, deps, cache).finally(() => {
    over = true
  })
  const checkConnection = async (): Promise<Outcome> => {
    await deps.wait(silence)
    return over || (await deps.isOnline()) ? outcome : fail('offline')
  }
  return Promise.race([outcome, checkConnection()])
}

/** The status of a file at our server; undefined where that does not respond. */
const statusOf = async (url: string, { fetch }: FetchJsonDeps): Promise<number | undefined> => {
  const response = await fetch(url, { method: 'HEAD', cache: 'no-store' }).catch(() => undefined)
  return response?.status
}

/**
 * Fetches JSON as the specification's translation loader does. Offline it fails at once instead of retrying. The browser
 * rejects what is not the content that the address names, as half of a file: the retries get past every cache, because a
 * cache that holds half of a file is told by the server that it has the newest. It rejects a refusal too, without its status.
 */
export const fetchJson = async (
  url: string,
  deps: FetchJsonDeps,
): Promise<Result<unknown, FetchJsonFailure>> => {
  const { isOnline, wait } = deps
  let cache: RequestCache = 'default'
  for (const pause of [...retryWaits, undefined]) {
    try {
      return await readWhileOnline(url, deps, cache)
    } catch {
      if (!(await isOnline())) return fail('offline')
    }
    const status = await statusOf(url, deps)
    if (status !== undefined && isFinal(status)) return fail(status === 404 ? 'gone' : 'failed')
    if (pause !== undefined) await wait(pause)
    cache = 'reload'
  }
  return fail((await isOnline()) ? 'failed' : 'offline')
}
