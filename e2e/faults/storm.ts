import * as v from 'valibot'
import { addresses } from '../product.ts'

const told = v.object({ accepted: v.array(v.string()) })

const ask = async (method: 'PUT' | 'DELETE', query = ''): Promise<string[]> => {
  const answer = await fetch(`${addresses.siteProxy}/_storm${query}`, { method })
  return v.parse(told, await answer.json()).accepted
}

/** Lets the site proxy do to calls of the product API what the world does, by a seed. */
export const beginStorm = async (seed: number): Promise<void> => void (await ask('PUT', `?seed=${seed}`))

/** Ends it; answers the key of every entry that the server took, as often as it did. */
export const endStorm = (): Promise<string[]> => ask('DELETE')
