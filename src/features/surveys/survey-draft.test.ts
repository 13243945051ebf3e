import { expect, test } from 'vitest'
import { memoryKeyValues } from '../../platform/storage/testing/memory-key-values.ts'
import { createSurveyDraft } from './survey-draft.ts'

/** The drafts of a device; each call of `open` loads a page in a tab. */
const createDevice = (drafts = memoryKeyValues()) => {
  let [pages, time] = [0, 0]
  const now = () => new Date((time += 1000))
  const open = (tab = 'a', customer = 'ana', module = 'training-1') => {
    pages += 1
    return createSurveyDraft({ drafts, tab: { id: tab, page: `page-${pages}` }, now }, customer, module)
  }
  return { drafts, open }
}
const createDraft = (text: string, base = '') => ({ values: { q1: text, q2: ['b'] }, base: { q1: base } })

test('restores a draft only for its customer and its module', async () => {
  const { open } = createDevice()
  await open().write(createDraft('mine'))
  expect(await open().read()).toEqual(createDraft('mine'))
  expect(await open('a', 'bea').read()).toBeUndefined()
  expect(await open('a', 'ana', 'training-2').read()).toBeUndefined()
})

test('deletes a discarded draft', async () => {
  const { drafts, open } = createDevice()
  const draft = open()
  await draft.write(createDraft('mine'))
  await draft.discard()
  expect(await draft.read()).toBeUndefined()
  expect(await drafts.keys()).toEqual([])
})

test('stores a draft for each of two tabs opened before any typing, and restores each tab’s own on reload', async () => {
  const { open } = createDevice()
  const [first, second] = [open('a'), open('b')]
  for (const page of [first, second]) expect(await page.read()).toBeUndefined()
  await second.write(createDraft('in the second'))
  await first.write(createDraft('in the first'))
  expect(await open('a').read()).toEqual(createDraft('in the first'))
  expect(await open('b').read()).toEqual(createDraft('in the second'))
  await first.discard()
  expect(await open('a').read()).toEqual(createDraft('in the second'))
})

test('a page that continues another page’s draft replaces it at the first input, and at the save', async () => {
  const { drafts, open } = createDevice()
  await open('a').write(createDraft('begun'))
  const next = open('b')
  await next.read()
  expect(await drafts.keys()).toHaveLength(1)
  await next.write(createDraft('begun, and more'))
  expect(await drafts.keys()).toHaveLength(1)
  const last = open('c')
  expect(await last.read()).toEqual(createDraft('begun, and more'))
  await last.discard()
  expect(await drafts.keys()).toEqual([])
})

test('a page whose draft another page continues keeps what it has typed since', async () => {
  const { open } = createDevice()
  const [first, duplicate] = [open('a'), open('a')]
  await first.write(createDraft('begun'))
  await duplicate.read()
  await first.write(createDraft('begun, and more'))
  await duplicate.write(createDraft('in the duplicate'))
  await duplicate.discard()
  expect(await open('a').read()).toEqual(createDraft('begun, and more'))
})

test('gives an earlier version’s draft an empty base, and replaces it at the first input', async () => {
  const { drafts, open } = createDevice()
  await drafts.write('ana/training-1', { q1: 'a', q2: ['b'] })
  const draft = open()
  expect(await draft.read()).toEqual({ values: { q1: 'a', q2: ['b'] }, base: {} })
  await draft.write(createDraft('more'))
  expect(await open().read()).toEqual(createDraft('more'))
  expect(await drafts.read('ana/training-1')).toBeUndefined()
})

test('ignores what cannot be read, or is not a draft', async () => {
  const { drafts, open } = createDevice()
  await drafts.write('ana/training-1/page', { q1: 7 })
  expect(await open().read()).toBeUndefined()
  const broken = { ...drafts, keys: () => Promise.reject(new Error('IndexedDB is gone')) }
  expect(await createDevice(broken).open().read()).toBeUndefined()
})
