import { getIntegrity } from '../config/catalogue-files.ts'
import { fail, ok, type Result } from '../lib/result.ts'

/**
 * Why a catalogue is missing. `offline`: this phone never had it and there is no connection. `gone`: a newer
 * build was deployed, which has another catalogue.
 */
export type FetchJsonFailure = 'offline' | 'failed' | 'gone'

export type FetchJsonDeps = {
  fetch: (url: string, init: RequestInit) => Promise<Response>
  /** Called only after a failure, because it may send a request. */
  isOnline: () => boolean | Promise<boolean>
  /** Resolves after the given number of ms. */
  wait: (ms: number) => Promise<void>
}

/** Up to 5 retries: the first after 350 ms, each wait twice the previous one (specification §9). */
export const retryWaits = [350, 700, 1400, 2800, 5600] as const

/** In ms without a response, before the connection is checked: some networks drop every request. */
export const silence = 2000

/** A 4xx is final. Only a lost connection or a failing server is worth a retry. */
const isFinal = (status: number): boolean => status >= 400 && status < 500

type ReadResult = Result<unknown, 'offline'>

/** Fetches and parses a file. Throws if there is no complete response. */
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
    await deps.wait(silence)
    return isSettled || (await deps.isOnline()) ? result : fail('offline')
  }
  return Promise.race([result, checkConnection()])
}

/** The status of a file on our server; undefined if the server does not respond. */
const fetchStatus = async (url: string, { fetch }: FetchJsonDeps): Promise<number | undefined> => {
  const response = await fetch(url, { method: 'HEAD', cache: 'no-store' }).catch(() => undefined)
  return response?.status
}

/**
 * Fetches JSON like the translation loader of the specification. Offline it fails immediately instead of
 * retrying. The browser rejects content that does not match the hash in the URL, such as a truncated file.
 * The retries bypass every cache, because the server would confirm to a cache that its truncated file is the
 * newest. The browser also rejects an error response, without its status.
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
    const status = await fetchStatus(url, deps)
    if (status !== undefined && isFinal(status)) return fail(status === 404 ? 'gone' : 'failed')
    if (pause !== undefined) await wait(pause)
    cache = 'reload'
  }
  return fail((await isOnline()) ? 'failed' : 'offline')
}
