import * as v from 'valibot'
import { addresses } from '../system/addresses.ts'

/** The stand-ins' record of the calls that they received. */
const journal = v.object({
  journal: v.array(v.object({ service: v.string(), call: v.string(), body: v.optional(v.unknown()) })),
})

/** Lists the calls to a person service, in order. */
export const listCalls = async (service: string) => {
  const stored = v.parse(journal, await (await fetch(`${addresses.personServices}/_stored`)).json())
  return stored.journal.filter((entry) => entry.service === service)
}
