import { expect, test } from 'vitest'
import { createKeyValues } from '../platform/storage/key-values.ts'
import type { CurrentUser } from '../session/current-user.ts'
import { createSessionRecord } from '../session/session-record.ts'
import { readSignedInCustomer, readStatement } from './stored-work.ts'

const factory: Pick<IDBFactory, 'open'> = { open: (name) => indexedDB.open(`stated-${name}`) }

test('finds the server’s statement about this device for its customer, as the app stored it', async () => {
  expect(await readStatement('ana', factory)).toBeUndefined()
  expect(await readSignedInCustomer(factory)).toBeUndefined()
  const record = createSessionRecord(createKeyValues('session', factory.open))
  const statement = {
    device: crypto.randomUUID(),
    customer_id: 'ana',
    stated_at: '2026-11-22T10:00:00.000Z',
    key_id: 'a'.repeat(16),
    signature: 'b'.repeat(86),
  }
  const user: CurrentUser = {
    userID: 'ana',
    email: 'ana@example.com',
    accessToken: 'access',
    refreshToken: 'refresh',
    expire: '1',
    locale: 'pt-BR',
    firstName: 'Ana',
    lastName: 'Lima',
    admin: false,
    role: 'coach',
  }
  await record.writeNew(user, statement)
  expect(await readStatement('ana', factory)).toEqual(statement)
  expect(await readStatement('ben', factory)).toBeUndefined()
  expect(await readSignedInCustomer(factory)).toBe('ana')
  await record.remove()
  expect(await readSignedInCustomer(factory)).toBeUndefined()
})
