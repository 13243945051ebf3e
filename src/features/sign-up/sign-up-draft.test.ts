import { expect, test } from 'vitest'
import type { KeyValues } from '../../platform/storage/key-values.ts'
import { createSignUpDraft } from './sign-up-draft.ts'

const inMemory = () => {
  const stored = new Map<string, unknown>()
  const drafts: KeyValues = {
    read: async (key) => stored.get(key),
    write: async (key, value) => void stored.set(key, value),
    remove: async (key) => void stored.delete(key),
    clear: async () => stored.clear(),
  }
  return { stored, drafts }
}

const typed = { firstName: 'Ana', email: 'ana@example.com', job: 'coach' }

test('what was typed is there again, in its own locale, until it is discarded', async () => {
  const { drafts } = inMemory()
  const draft = createSignUpDraft(drafts, 'pt-BR', () => 0)
  await draft.write(typed)
  expect(await createSignUpDraft(drafts, 'pt-BR', () => 0).read()).toEqual(typed)
  expect(await createSignUpDraft(drafts, 'en-GB', () => 0).read()).toEqual({})
  await draft.discard()
  expect(await draft.read()).toEqual({})
})

test('neither the password nor a consent is stored', async () => {
  const { stored, drafts } = inMemory()
  const draft = createSignUpDraft(drafts, 'pt-BR', () => 0)
  const boxes = { legalAge: 'on', emailConsent: 'on', newsletter: 'on', partnerConsent: 'on' }
  await draft.write({ ...typed, ...boxes, password: 'Barriers-2026!' })
  expect(JSON.stringify([...stored])).not.toContain('Barriers-2026!')
  expect(await draft.read()).toEqual(typed)
})

test('after an hour it is gone from the device', async () => {
  const { stored, drafts } = inMemory()
  let now = 0
  const draft = createSignUpDraft(drafts, 'pt-BR', () => now)
  await draft.write(typed)
  now = 3_600_001
  expect(await draft.read()).toEqual({})
  expect(stored.size).toBe(0)
})

test.each([new Error('blocked'), 'text', { at: 'soon' }])(
  'a device that answers %j has none',
  async (answer) => {
    const drafts = inMemory().drafts
    const read = async () => {
      if (answer instanceof Error) throw answer
      return answer
    }
    expect(await createSignUpDraft({ ...drafts, read }, 'pt-BR', () => 0).read()).toEqual({})
  },
)
