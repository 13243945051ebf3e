import type { BrowserContext, Response } from '@playwright/test'
import * as v from 'valibot'

/** An entry of an outbox that the server took. */
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

/** The address of an entry's own call; those of the product API are named after it. */
const pathOf = (call: string): string =>
  `/api/${call.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`

/** The entries of one request for several that the server took, by what was sent and answered. */
export const entriesIn = (request: unknown, response: unknown): TakenEntry[] => {
  const { results } = v.parse(answered, response)
  return v.parse(sent, request).entries.flatMap(({ call, headers, body: said }, at) => {
    const result = results[at]
    if (result?.status !== 200) return []
    return [{ path: pathOf(call), key: headers['Idempotency-Key'], body: said, replay: result.replayed }]
  })
}

const read = async (response: Response): Promise<TakenEntry[]> => {
  const path = new URL(response.url()).pathname
  const request = response.request()
  if (response.status() !== 200 || request.method() !== 'POST') return []
  if (path === togetherPath) {
    // One that is still arriving when the page closes cannot be read, and nobody asks for it any more.
    const answer = await response.text().catch(() => undefined)
    return answer === undefined ? [] : entriesIn(request.postDataJSON(), JSON.parse(answer))
  }
  const key = request.headers()['idempotency-key']
  const replay = response.headers()['idempotent-replay'] === 'true'
  return key === undefined ? [] : [{ path, key, body: v.parse(body, request.postDataJSON()), replay }]
}

/** The entries that the server takes from now on, alone or with others; the service worker delivers too. */
export const watchEntries = (context: BrowserContext): TakenEntry[] => {
  const taken: TakenEntry[] = []
  context.on('response', (response) => void read(response).then((entries) => taken.push(...entries)))
  return taken
}
