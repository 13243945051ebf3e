import * as v from 'valibot'
import { addresses } from './addresses.ts'

const told = v.object({
  answers: v.array(v.object({ key: v.string(), replay: v.boolean(), heard: v.boolean() })),
})

/** What the server answered to entries that it took, in order. `replay`: it had this one already; `heard`: it came through. */
export type EntryAnswer = v.InferOutput<typeof told>['answers'][number]

const ask = async (method: 'GET' | 'PUT' | 'DELETE', query = ''): Promise<EntryAnswer[]> => {
  const answer = await fetch(`${addresses.siteProxy}/_storm${query}`, { method })
  return v.parse(told, await answer.json()).answers
}

/** Lets the site proxy do to calls of the product API what the world does, by a seed. */
export const beginStorm = async (seed: number): Promise<void> => void (await ask('PUT', `?seed=${seed}`))

/** Loses so many answers of a path to entries, each after the server has taken it. */
export const loseAnswers = async (count: number, path: string): Promise<void> =>
  void (await ask('PUT', `?lose=${count}&of=${path}`))

/** What was said to entries so far. */
export const entryAnswers = (): Promise<EntryAnswer[]> => ask('GET')

/** Lets everything pass again. */
export const endStorm = (): Promise<EntryAnswer[]> => ask('DELETE')
