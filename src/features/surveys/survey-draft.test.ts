import { expect, test } from 'vitest'
import { memoryKeyValues } from '../../platform/storage/testing/memory-key-values.ts'
import { createSurveyDraft } from './survey-draft.ts'

test('a draft is there again, for its customer and its module only', async () => {
  const drafts = memoryKeyValues()
  const draft = createSurveyDraft(drafts, 'ana', 'training-1')
  await draft.write({ q1: 'a', q2: ['b'] })
  expect(await createSurveyDraft(drafts, 'ana', 'training-1').read()).toEqual({ q1: 'a', q2: ['b'] })
  expect(await createSurveyDraft(drafts, 'bea', 'training-1').read()).toBeUndefined()
  expect(await createSurveyDraft(drafts, 'ana', 'training-2').read()).toBeUndefined()
})

test('a discarded draft is gone', async () => {
  const draft = createSurveyDraft(memoryKeyValues(), 'ana', 'training-1')
  await draft.write({ q1: 'a' })
  await draft.discard()
  expect(await draft.read()).toBeUndefined()
})

test('what cannot be read, or is no draft, is none', async () => {
  const drafts = memoryKeyValues()
  await drafts.write('ana/training-1', { q1: 7 })
  expect(await createSurveyDraft(drafts, 'ana', 'training-1').read()).toBeUndefined()
  const broken = { ...drafts, read: () => Promise.reject(new Error('IndexedDB is gone')) }
  expect(await createSurveyDraft(broken, 'ana', 'training-1').read()).toBeUndefined()
})
