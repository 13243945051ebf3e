import type { BrowserContext, Response } from '@playwright/test'
import * as v from 'valibot'

/** An outbox entry that the server accepted. */
export type TakenEntry = { path: string; key: string; body: Record<string, unknown>; replay: boolean }

export const togetherPath = '/api/deliver-entries'

const body = v.record(v.string(), v.unknown())
const sent = v.object({
  entries: v.array(
    v.object({
      call: v.string(),
      headers: v.object({ 'Idempotency-Key': v.string() }),
      body: v.pipe(v.string(), v.parseJson(), body),
    }),
  ),
})
const answered = v.object({
  results: v.array(v.nullable(v.object({ status: v.number(), replayed: v.optional(v.boolean(), false) }))),
})

/** The path of an entry's own call. Paths of the product API follow from the names of the calls. */
const toPath = (call: string): string =>
  `/api/${call.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`

/** The accepted entries of a request with several entries, from its request and response bodies. */
export const entriesIn = (request: unknown, response: unknown): TakenEntry[] => {
  const { results } = v.parse(answered, response)
  return v.parse(sent, request).entries.flatMap(({ call, headers, body: payload }, at) => {
    const result = results[at]
    if (result?.status !== 200) return []
    return [{ path: toPath(call), key: headers['Idempotency-Key'], body: payload, replay: result.replayed }]
  })
}

const read = async (response: Response): Promise<TakenEntry[]> => {
  const path = new URL(response.url()).pathname
  const request = response.request()
  if (response.status() !== 200 || request.method() !== 'POST') return []
  if (path === togetherPath) {
    // A response that is still arriving when the page closes cannot be read, and is not needed.
    const answer = await response.text().catch(() => undefined)
    return answer === undefined ? [] : entriesIn(request.postDataJSON(), JSON.parse(answer))
  }
  const key = request.headers()['idempotency-key']
  const replay = response.headers()['idempotent-replay'] === 'true'
  return key === undefined ? [] : [{ path, key, body: v.parse(body, request.postDataJSON()), replay }]
}

/**
 * Collects the entries that the server accepts from now on, alone or together, also of the service worker.
 */
export const watchEntries = (context: BrowserContext): TakenEntry[] => {
  const taken: TakenEntry[] = []
  context.on('response', (response) => void read(response).then((entries) => taken.push(...entries)))
  return taken
}
