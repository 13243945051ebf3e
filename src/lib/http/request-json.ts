import { isTimeout } from '../async/time-limit.ts'
import { fail, ok, type Result } from '../result.ts'
import { parseJson } from './parse-json.ts'

export type Fetch = (url: string, init: RequestInit) => Promise<Response>

/** Why there is no response. `no-response`: it did not arrive in time. `network`: the connection failed. */
export type MissingResponse = 'no-response' | 'network'

/**
 * Sends a request that bypasses every cache, and reads the whole response. `json` is undefined if the
 * response is not JSON.
 */
export const requestJson = async (
  fetch: Fetch,
  url: string,
  init: RequestInit,
): Promise<Result<{ response: Response; json: unknown }, MissingResponse>> => {
  try {
    const response = await fetch(url, { ...init, cache: 'no-store' })
    return ok({ response, json: parseJson(await response.text()) })
  } catch (error) {
    return fail(isTimeout(error) ? 'no-response' : 'network')
  }
}
