import { expect, test } from 'vitest'
import type { KeyValues } from '../../platform/storage/key-values.ts'
import { createSurveyDraft } from './survey-draft.ts'

const memory = (): KeyValues => {
  const stored = new Map<string, unknown>()
  return {
    read: (key) => Promise.resolve(stored.get(key)),
    write: async (key, value) => void stored.set(key, structuredClone(value)),
    remove: async (key) => void stored.delete(key),
    clear: async () => stored.clear(),
  }
}

test('a draft is there again, for its customer and its module only', async () => {
  const drafts = memory()
  const draft = createSurveyDraft(drafts, 'ana', 'training-1')
  await draft.write({ q1: 'a', q2: ['b'] })
  expect(await createSurveyDraft(drafts, 'ana', 'training-1').read()).toEqual({ q1: 'a', q2: ['b'] })
  expect(await createSurveyDraft(drafts, 'bea', 'training-1').read()).toBeUndefined()
  expect(await createSurveyDraft(drafts, 'ana', 'training-2').read()).toBeUndefined()
})

test('a discarded draft is gone', async () => {
  const draft = createSurveyDraft(memory(), 'ana', 'training-1')
  await draft.write({ q1: 'a' })
  await draft.discard()
  expect(await draft.read()).toBeUndefined()
})

test('what cannot be read, or is no draft, is none', async () => {
  const drafts = memory()
  await drafts.write('ana/training-1', { q1: 7 })
  expect(await createSurveyDraft(drafts, 'ana', 'training-1').read()).toBeUndefined()
  const broken = { ...drafts, read: () => Promise.reject(new Error('IndexedDB is gone')) }
  expect(await createSurveyDraft(broken, 'ana', 'training-1').read()).toBeUndefined()
})
