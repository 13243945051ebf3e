import * as v from 'valibot'
import { addresses } from './addresses.ts'

const report = v.object({
  responses: v.array(v.object({ key: v.string(), replay: v.boolean(), arrived: v.boolean() })),
})

/**
 * A response of the server to an accepted entry. `replay`: the server already had the entry. `arrived`: the
 * response reached the browser.
 */
export type EntryResponse = v.InferOutput<typeof report>['responses'][number]

/** Sends a command to the proxy. Resolves to the responses to entries so far, in order. */
const control = async (method: 'GET' | 'PUT' | 'DELETE', query = ''): Promise<EntryResponse[]> => {
  const response = await fetch(`${addresses.siteProxy}/_faults${query}`, { method })
  return v.parse(report, await response.json()).responses
}

/** Starts random faults at the site proxy for calls of the product API. */
export const beginRandomFaults = async (seed: number): Promise<void> =>
  void (await control('PUT', `?seed=${seed}`))

/** Loses `count` responses to entries at a path, each after the server has accepted the entry. */
export const loseResponses = async (count: number, path: string): Promise<void> =>
  void (await control('PUT', `?lose=${count}&of=${path}`))

export const listEntryResponses = (): Promise<EntryResponse[]> => control('GET')

/** Ends all faults. Resolves to the responses so far. */
export const endFaults = (): Promise<EntryResponse[]> => control('DELETE')
