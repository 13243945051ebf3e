import { expect, test } from 'vitest'
import { memoryKeyValues } from '../../platform/storage/testing/memory-key-values.ts'
import { createResetRecord, toInitialReset } from './reset-record.ts'

const email = 'ana@example.com'

test('a reset survives a reload, and ends when it is done', async () => {
  const drafts = memoryKeyValues()
  await createResetRecord(drafts, 'pt-BR').write({ step: 'code', email })
  expect(await createResetRecord(drafts, 'pt-BR').read()).toEqual({ step: 'code', email })
  await createResetRecord(drafts, 'pt-BR').discard()
  expect(await createResetRecord(drafts, 'pt-BR').read()).toBeUndefined()
})

test('keeps a reset for each locale, and ignores one that cannot be read', async () => {
  const drafts = memoryKeyValues()
  await createResetRecord(drafts, 'pt-BR').write({ step: 'code', email })
  expect(await createResetRecord(drafts, 'en-US').read()).toBeUndefined()
  await drafts.write('password-reset/en-US', { step: 'unheard of' })
  expect(await createResetRecord(drafts, 'en-US').read()).toBeUndefined()
})

test('a reset works on a device that stores nothing', async () => {
  const broken = () => Promise.reject(new Error('The disk is full.'))
  const record = createResetRecord(
    { ...memoryKeyValues(), read: broken, write: broken, remove: broken },
    'pt-BR',
  )
  await record.write({ step: 'code', email })
  await record.discard()
  expect(await record.read()).toBeUndefined()
})

test.each([
  [undefined, undefined, undefined],
  [undefined, 'ana@example.com', { step: 'request', email: 'ana@example.com' }],
  [
    { step: 'request', email: 'ben@example.com' },
    'ana@example.com',
    { step: 'request', email: 'ana@example.com' },
  ],
  [{ step: 'code', email: 'ben@example.com' }, 'ana@example.com', { step: 'code', email: 'ben@example.com' }],
] as const)('a reset that was saved as %j and is opened for %s starts with %j', (saved, email, expected) => {
  expect(toInitialReset(saved, email)).toEqual(expected)
})
