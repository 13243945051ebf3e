import type { BrowserContext, Response } from '@playwright/test'
import * as v from 'valibot'

/** An outbox entry that the server accepted. `replay`: the server already had the entry. */
type AcceptedEntry = { path: string; key: string; body: Record<string, unknown>; replay: boolean }

/** The path of the call that delivers several entries. */
export const batchPath = '/api/deliver-entries'

const body = v.record(v.string(), v.unknown())
const batchRequest = v.object({
  entries: v.array(
    v.object({
      call: v.string(),
      headers: v.object({ 'Idempotency-Key': v.string() }),
      body: v.pipe(v.string(), v.parseJson(), body),
    }),
  ),
})
const batchResponse = v.object({
  results: v.array(v.nullable(v.object({ status: v.number(), replayed: v.optional(v.boolean(), false) }))),
})

/** The path of an entry's own call. Paths of the product API follow from the names of the calls. */
const toPath = (call: string): string =>
  `/api/${call.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`

/** Lists the accepted entries of a request with several entries, from its request and response bodies. */
export const listAcceptedEntries = (request: unknown, response: unknown): AcceptedEntry[] => {
  const { results } = v.parse(batchResponse, response)
  return v.parse(batchRequest, request).entries.flatMap(({ call, headers, body: payload }, index) => {
    const result = results[index]
    if (result?.status !== 200) return []
    return [{ path: toPath(call), key: headers['Idempotency-Key'], body: payload, replay: result.replayed }]
  })
}

const readEntries = async (response: Response): Promise<AcceptedEntry[]> => {
  const path = new URL(response.url()).pathname
  const request = response.request()
  if (response.status() !== 200 || request.method() !== 'POST') return []
  if (path === batchPath) {
    // A response that is still arriving when the page closes cannot be read, and is not needed.
    const json = await response.text().catch(() => undefined)
    return json === undefined ? [] : listAcceptedEntries(request.postDataJSON(), JSON.parse(json))
  }
  const key = request.headers()['idempotency-key']
  const replay = response.headers()['idempotent-replay'] === 'true'
  return key === undefined ? [] : [{ path, key, body: v.parse(body, request.postDataJSON()), replay }]
}

/**
 * Collects the entries that the server accepts from now on, sent one by one or in batches, by pages or the
 * service worker. The returned list grows.
 */
export const watchEntries = (context: BrowserContext): AcceptedEntry[] => {
  const accepted: AcceptedEntry[] = []
  const add = async (response: Response) => void accepted.push(...(await readEntries(response)))
  context.on('response', (response) => void add(response))
  return accepted
}
