import * as v from 'valibot'
import { apiErrors, type ApiErrorCode } from '../../contract/errors.ts'
import { isCallName, productApi, type BodyOf } from '../../contract/product-api.ts'
import { headers } from '../../contract/product-api/headers-and-cookies.ts'
import type { EntryResult } from '../../contract/product-api/delivery-api.ts'
import type { Receipt } from '../../contract/product-api/receipt.ts'

type Accepted = { customer: string; key: string; path: string; body: Record<string, unknown> }

const owner = v.looseObject({ customer_id: v.optional(v.string()), token: v.optional(v.string()) })

/** A text in a body that this server refuses permanently. */
export const refusedValue = 'refuse me'

/** The signature that this server uses. Every other signature is forged. */
export const playedSignature = 'signed'

/**
 * The product API as far as the outbox uses it, in memory: sessions, anti-forgery token, one stored response
 * per customer and key. `accepted` lists the entries that it stored.
 */
export const createInMemoryProductApi = ({ hash }: { hash: (body: unknown) => Promise<string> }) => {
  const answers = new Map<string, { hash: string; answer: unknown }>()
  const accepted: Accepted[] = []

  /** Handles one entry, whether it arrives in its own call or among others. */
  const accept = async (url: string, given: Headers, text: string): Promise<Response> => {
    const body = v.parse(owner, JSON.parse(text))
    const customer = body.customer_id ?? body.token
    if (customer === undefined || customer !== api.session) return refusal('other-customer')
    const key = given.get(headers.idempotencyKey)
    if (key === null) return refusal('key-missing')
    if (text.includes(refusedValue)) return refusal('invalid-body', { path: 'value' })

    const bytes = await hash(body)
    const kept = answers.get(`${customer} ${key}`)
    if (kept) return kept.hash === bytes ? Response.json(kept.answer) : refusal('key-reused')
    accepted.push({ customer, key, path: url, body })
    const receipt: Receipt = {
      key,
      hash: bytes,
      received_at: '2026-01-01T00:00:00.000Z',
      sequence: accepted.length,
      key_id: '2026-01',
      signature: playedSignature,
    }
    const answer = { receipt, certificate: null, missing: [] }
    answers.set(`${customer} ${key}`, { hash: bytes, answer })
    return Response.json(answer)
  }

  /** Tries entries in order. Skips an entry that follows an entry which was not stored. */
  const acceptAll = async ({ customer_id, entries }: BodyOf<'deliverEntries'>): Promise<Response> => {
    if (customer_id !== api.session) return refusal('other-customer')
    const results: (EntryResult | null)[] = []
    for (const { call, headers: said, body, follows = [] } of entries) {
      const isFree = follows.every((before) => results[before]?.status === 200)
      const path = isCallName(call) ? productApi[call].path : call
      const response = isFree ? await accept(path, new Headers(said), body) : undefined
      results.push(response ? { status: response.status, body: await response.json() } : null)
    }
    return Response.json({ results })
  }

  /** A call that reads the customer's own data. */
  const readImpact = (text: string): Response =>
    v.parse(owner, JSON.parse(text)).customer_id === api.session
      ? Response.json({ impact: null, seasons: [] })
      : refusal('other-customer')

  const api = {
    /** The customer of the product session. */
    session: undefined as string | undefined,
    accepted,
    /** Whether to act as a server of an earlier release, which lacks the call for several entries. */
    isOlder: false,
    /** The number of requests that carried several entries. */
    together: 0,
    fetch: async (url: string, init: RequestInit = {}): Promise<Response> => {
      if (url === productApi.csrfCookie.path) return Response.json({ token: 'csrf' })
      const given = new Headers(init.headers)
      if (given.get(headers.csrf) !== 'csrf') return refusal('csrf-mismatch')
      if (api.session === undefined) return refusal('signed-out')
      const text = v.parse(v.string(), init.body)
      if (url === productApi.getImpact.path) return readImpact(text)
      if (url !== productApi.deliverEntries.path) return accept(url, given, text)
      if (api.isOlder) return refusal('not-found')
      api.together += 1
      return acceptAll(JSON.parse(text))
    },
  }
  return api
}

/** A refusal as the product API sends it. */
export const refusal = (
  code: ApiErrorCode,
  { path, retryAfter }: { path?: string; retryAfter?: number } = {},
): Response => {
  const error = { code, message: code, request_id: 'request', ...(path && { path }) }
  const wait = retryAfter === undefined ? {} : { 'Retry-After': String(retryAfter) }
  return Response.json({ error }, { status: apiErrors[code].status, headers: wait })
}

/** Makes a server refuse requests that contain `text`. Returns a function that counts these requests. */
export const refuseText = (
  server: Pick<ReturnType<typeof createInMemoryProductApi>, 'fetch'>,
  text: string,
  code: ApiErrorCode,
): (() => number) => {
  const { fetch } = server
  let count = 0
  server.fetch = async (url, init) => {
    if (!JSON.stringify(init).includes(text)) return fetch(url, init)
    count += 1
    return refusal(code)
  }
  return () => count
}
