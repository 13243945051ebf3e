import { countEntries } from './count-entries.ts'
import type { Phone } from './load.ts'
import type { Tally } from './tally.ts'

type Rehearsed = { databaseUrl: string; phones: readonly Phone[]; tally: Tally }

/** Prints the numbers of a rehearsal. Resolves with the faults. */
export const judge = async ({ databaseUrl, phones, tally }: Rehearsed): Promise<string[]> => {
  const { captured, lost, twice, halves } = await countEntries(databaseUrl, phones)
  const waiting = phones.reduce((sum, { disk }) => sum + disk.rows.size, 0)
  const receipts = (await Promise.all(phones.map((phone) => phone.allSigned()))).flat()
  const forged = receipts.filter((isSigned) => isSigned !== true).length
  const together = tally.byCall['POST /api/deliver-entries'] ?? 0
  const { older = 0, newer = 0 } = tally.requests
  console.log(`
requests    ${older} to the older release, ${newer} to the newer; ${together} of them with several entries
failed      ${tally.failures.length}; ${tally.postponed()} were told that the older release does not know this yet
entries     ${captured} captured, ${lost} lost, ${twice} twice, ${halves} by half, ${waiting} still on a phone
receipts    ${receipts.length} checked, ${forged} wrong
`)
  const faults = tally.failures.map(
    ({ release, call, status, cause = '' }) => `${call} at ${release}: ${status} ${cause}`,
  )
  if (lost + twice + halves + waiting > 0) faults.push('not every entry is stored once')
  if (forged > 0) faults.push('not every receipt can be checked')
  if (older * newer * together * captured * receipts.length === 0)
    faults.push('the load did not reach all that it is for')
  return faults
}
