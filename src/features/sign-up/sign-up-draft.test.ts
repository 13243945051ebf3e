import { expect, test } from 'vitest'
import { memoryKeyValues } from '../../platform/storage/testing/memory-key-values.ts'
import { createSignUpDraft } from './sign-up-draft.ts'

const inMemory = () => {
  const stored = new Map<string, unknown>()
  return { stored, drafts: memoryKeyValues(stored) }
}

const typed = { firstName: 'Ana', email: 'ana@example.com', job: 'coach' }

test('restores what was typed, for its locale, until it is discarded', async () => {
  const { drafts } = inMemory()
  const draft = createSignUpDraft({ drafts, now: () => new Date(0) }, 'pt-BR')
  await draft.write(typed)
  expect(await createSignUpDraft({ drafts, now: () => new Date(0) }, 'pt-BR').read()).toEqual(typed)
  expect(await createSignUpDraft({ drafts, now: () => new Date(0) }, 'en-GB').read()).toEqual({})
  await draft.discard()
  expect(await draft.read()).toEqual({})
})

test('stores neither the password nor a consent', async () => {
  const { stored, drafts } = inMemory()
  const draft = createSignUpDraft({ drafts, now: () => new Date(0) }, 'pt-BR')
  const boxes = { legalAge: 'on', emailConsent: 'on', newsletter: 'on', partnerConsent: 'on' }
  await draft.write({ ...typed, ...boxes, password: 'Barriers-2026!' })
  expect(JSON.stringify([...stored])).not.toContain('Barriers-2026!')
  expect(await draft.read()).toEqual(typed)
})

test('deletes the draft from the device after an hour', async () => {
  const { stored, drafts } = inMemory()
  let now = 0
  const draft = createSignUpDraft({ drafts, now: () => new Date(now) }, 'pt-BR')
  await draft.write(typed)
  now = 3_600_001
  expect(await draft.read()).toEqual({})
  expect(stored.size).toBe(0)
})

test.each([
  ['before the window', '2024-06-14T21:44', '2024-06-15T10:59', typed],
  ['before the window', '2024-06-14T21:44', '2024-06-15T11:01', {}],
  ['long before the window', '2024-06-14T20:44', '2024-06-15T10:30', {}],
  ['after the window', '2024-06-15T10:05', '2024-06-15T11:06', {}],
] as const)(
  'keeps a draft over the maintenance: typed %s, at %s, and read at %s',
  async (_, at, later, texts) => {
    const { drafts } = inMemory()
    let now = new Date(at)
    const draft = createSignUpDraft({ drafts, now: () => now }, 'en-US')
    await draft.write(typed)
    now = new Date(later)
    expect(await draft.read()).toEqual(texts)
  },
)

test.each([new Error('blocked'), 'text', { at: 'soon' }])('ignores the stored draft %j', async (answer) => {
  const drafts = inMemory().drafts
  const read = async () => {
    if (answer instanceof Error) throw answer
    return answer
  }
  expect(
    await createSignUpDraft({ drafts: { ...drafts, read }, now: () => new Date(0) }, 'pt-BR').read(),
  ).toEqual({})
})
