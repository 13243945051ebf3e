import { getIntegrity } from '../config/catalogue-files.ts'
import { fail, ok, type Result } from '../lib/result.ts'

/**
 * Why a file is missing. `offline`: it is not cached and our server cannot be reached. `gone`: the server no
 * longer has it, because a newer build was deployed. `failed`: any other reason.
 */
export type FetchJsonFailure = 'offline' | 'failed' | 'gone'

export type FetchJsonDeps = {
  fetch: (url: string, init: RequestInit) => Promise<Response>
  /** Called only after a failure, because it may send a request. */
  isOnline: () => boolean | Promise<boolean>
  /** Resolves after the given number of ms. */
  wait: (ms: number) => Promise<void>
}

/** The waits before up to 5 retries. Each is twice as long as the previous wait (specification §9). */
export const retryWaitsMs = [350, 700, 1400, 2800, 5600] as const

/**
 * If there is no response for this time, the connection is checked, because some networks silently drop every
 * request.
 */
export const silenceMs = 2000

/** Whether a retry would not help. A 4xx status is final, unlike a lost connection or a failing server. */
const isFinal = (status: number): boolean => status >= 400 && status < 500

type ReadResult = Result<unknown, 'offline'>

/** Fetches and parses a file. Throws if there is no complete response, or if the response is an error. */
const read = async (
  url: string,
  { fetch }: Pick<FetchJsonDeps, 'fetch'>,
  cache: RequestCache,
): Promise<ReadResult> => {
  const response = await fetch(url, { cache, integrity: getIntegrity(url) })
  if (!response.ok) throw new Error(`${url}: ${response.status}`)
  return ok(await response.json())
}

/**
 * Reads a file. Fails with `offline` if there is no response for a while and our server cannot be reached.
 */
const readWhileOnline = (url: string, deps: FetchJsonDeps, cache: RequestCache): Promise<ReadResult> => {
  let isSettled = false
  const result = read(url, deps, cache).finally(() => {
    isSettled = true
  })
  const checkConnection = async (): Promise<ReadResult> => {
    await deps.wait(silenceMs)
    return isSettled || (await deps.isOnline()) ? result : fail('offline')
  }
  return Promise.race([result, checkConnection()])
}

/** Requests the HTTP status of a file. Resolves to undefined if the server does not respond. */
const fetchStatus = async (url: string, { fetch }: FetchJsonDeps): Promise<number | undefined> => {
  const response = await fetch(url, { method: 'HEAD', cache: 'no-store' }).catch(() => undefined)
  return response?.status
}

/**
 * Fetches JSON, and retries up to 5 times (specification §9). Fails immediately when offline. The browser
 * rejects content that does not match the hash in the URL (`integrity`), such as a truncated file. Retries
 * bypass every cache, because a cache may have the truncated file and revalidate it successfully. The browser
 * also rejects an error response because of the hash, so its status is requested separately.
 */
export const fetchJson = async (
  url: string,
  deps: FetchJsonDeps,
): Promise<Result<unknown, FetchJsonFailure>> => {
  const { isOnline, wait } = deps
  let cache: RequestCache = 'default'
  // There is no wait after the last attempt.
  for (const waitMs of [...retryWaitsMs, undefined]) {
    try {
      return await readWhileOnline(url, deps, cache)
    } catch {
      if (!(await isOnline())) return fail('offline')
    }
    const status = await fetchStatus(url, deps)
    if (status !== undefined && isFinal(status)) return fail(status === 404 ? 'gone' : 'failed')
    if (waitMs !== undefined) await wait(waitMs)
    cache = 'reload'
  }
  return fail((await isOnline()) ? 'failed' : 'offline')
}
