import * as v from 'valibot'
import { cookies } from '../../../src/contract/product-api/headers-and-cookies.ts'

/** The responses to a fleet's requests. */
export type Traffic = {
  requests: number
  /** Responses that ask for a later retry: 429, and 503 with a time. */
  refused: number
  /** Failures by reason: 5xx without a time, and requests without any response. */
  failed: Map<string, number>
  /** When each of these responses came, in s since the start. */
  refusedAt: number[]
}

const ofApi = v.object({ error: v.object({ code: v.string() }) })

/** The status, and the code of our server, if the response is from our server. */
const describeRefusal = async (response: Response): Promise<string> => {
  const body: unknown = await response
    .clone()
    .json()
    .catch(() => undefined)
  return `${response.status} ${v.is(ofApi, body) ? body.error.code : 'of nobody of ours'}`
}

const withCode = v.object({ code: v.string() })

/** `fetch` throws the same error for every lost connection. The cause names the reason. */
const describeLoss = (error: unknown): string => {
  if (!(error instanceof Error)) return String(error)
  const { cause } = error
  return v.is(withCode, cause) ? cause.code : error.name
}

/** A load balancer that sends each request to the next instance of the server. */
export const createLine = (origins: readonly string[]) => {
  const traffic: Traffic = { requests: 0, refused: 0, failed: new Map(), refusedAt: [] }
  const start = performance.now()

  const fail = (url: string, reason: string) => {
    const named = `${reason} at ${url.split('?')[0]}`
    traffic.failed.set(named, (traffic.failed.get(named) ?? 0) + 1)
  }

  const note = async (url: string, response: Response) => {
    if (response.headers.has('Retry-After')) {
      traffic.refused += 1
      traffic.refusedAt.push((performance.now() - start) / 1000)
    } else if (response.status >= 500) fail(url, await describeRefusal(response))
  }

  /** The `fetch` of a browser with its own address, signed in through its cookie. */
  const browserAt = (address: string, session: string) => {
    let csrf = ''
    return async (url: string, init: RequestInit = {}): Promise<Response> => {
      const headers = new Headers(init.headers)
      headers.set('Cookie', `${cookies.session}=${session}; ${csrf}`)
      headers.set('X-Forwarded-For', address)
      const origin = origins[traffic.requests % origins.length] ?? ''
      traffic.requests += 1
      try {
        const response = await fetch(origin + url, { ...init, headers })
        await note(url, response)
        const set = response.headers.getSetCookie().find((line) => line.startsWith(`${cookies.csrf}=`))
        csrf = set?.split(';')[0] ?? csrf
        return response
      } catch (error) {
        fail(url, describeLoss(error))
        throw error
      }
    }
  }
  return { traffic, browserAt }
}
