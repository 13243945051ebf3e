import * as v from 'valibot'
import { addresses } from './addresses.ts'

const told = v.object({
  answers: v.array(v.object({ key: v.string(), replay: v.boolean(), heard: v.boolean() })),
})

/**
 * The server's answers to accepted entries, in order. `replay`: the server already had the entry. `heard`:
 * the answer arrived.
 */
export type EntryAnswer = v.InferOutput<typeof told>['answers'][number]

const ask = async (method: 'GET' | 'PUT' | 'DELETE', query = ''): Promise<EntryAnswer[]> => {
  const answer = await fetch(`${addresses.siteProxy}/_storm${query}`, { method })
  return v.parse(told, await answer.json()).answers
}

/** Starts random faults at the site proxy for calls of the product API. */
export const beginStorm = async (seed: number): Promise<void> => void (await ask('PUT', `?seed=${seed}`))

/** Loses `count` answers to entries at a path, each after the server has accepted the entry. */
export const loseAnswers = async (count: number, path: string): Promise<void> =>
  void (await ask('PUT', `?lose=${count}&of=${path}`))

export const entryAnswers = (): Promise<EntryAnswer[]> => ask('GET')

/** Ends all faults. */
export const endStorm = (): Promise<EntryAnswer[]> => ask('DELETE')
