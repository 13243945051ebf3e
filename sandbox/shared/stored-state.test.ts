import { expect, test } from 'vitest'
import { shapeLines } from '../../src/contract/testing/shape-lines.ts'
import { loyaltyStateSchema } from '../loyalty/loyalty-state.ts'
import { journalEntrySchema } from '../object-store/store/entries.ts'
import { poolStateSchema } from '../user-pool/pool-state.ts'

const help = `A stand-in stores another shape than before.
The folder .data is kept for the next start, which reads what an earlier version wrote. Make new fields
optional, keep the names of the others, and then commit sandbox/shared/testing/stored-state.txt.`

test('the stand-ins store what an earlier version stored', async () => {
  const lines = [
    ...shapeLines('user pool', poolStateSchema, 'output'),
    ...shapeLines('loyalty', loyaltyStateSchema, 'output'),
    ...shapeLines('object store', journalEntrySchema, 'output'),
  ]
  await expect(`${lines.join('\n')}\n`, help).toMatchFileSnapshot('./testing/stored-state.txt')
})
