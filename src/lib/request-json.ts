import { parseJson } from './parse-json.ts'

export type Fetch = (url: string, init: RequestInit) => Promise<Response>

/**
 * Sends a request past every cache, and reads the response to its end; `json` is undefined where it is none. Undefined
 * where no response came, or only a part of it.
 */
export const requestJson = async (
  fetch: Fetch,
  url: string,
  init: RequestInit,
): Promise<{ response: Response; json: unknown } | undefined> => {
  try {
    const response = await fetch(url, { ...init, cache: 'no-store' })
    return { response, json: parseJson(await response.text()) }
  } catch {
    return undefined
  }
}
