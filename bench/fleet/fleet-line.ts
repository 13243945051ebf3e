import * as v from 'valibot'
import { cookies } from '../../src/contract/product-api.ts'

/** What came back of the requests of a fleet. */
export type Traffic = {
  requests: number
  /** Asked to come again later: 429 and 503 with a time. */
  refused: number
  /** How often by reason: 5xx without a time, and requests without any response. */
  failed: Map<string, number>
  /** s since the start of each request that was refused */
  refusedAt: number[]
}

const ofApi = v.object({ error: v.object({ code: v.string() }) })

/** The status, and what our server or somebody on the way says of it. */
const refusalOf = async (response: Response): Promise<string> => {
  const body: unknown = await response
    .clone()
    .json()
    .catch(() => undefined)
  return `${response.status} ${v.is(ofApi, body) ? body.error.code : 'of nobody of ours'}`
}

const withCode = v.object({ code: v.string() })

/** `fetch` says the same of every lost connection; what happened to it is in the cause. */
const lossOf = (error: unknown): string => {
  if (!(error instanceof Error)) return String(error)
  const { cause } = error
  return v.is(withCode, cause) ? cause.code : error.name
}

/** A load balancer before the copies: each request goes to the next one, whoever sends it. */
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
    } else if (response.status >= 500) fail(url, await refusalOf(response))
  }

  /** The `fetch` of a browser at an address of its own, signed in by its cookie. */
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
        fail(url, lossOf(error))
        throw error
      }
    }
  }
  return { traffic, browserAt }
}
