import { expect, test } from 'vitest'
import { createLoadPart } from './load-part.ts'

test('an interrupted download is a failed connection, and the next call loads again', async () => {
  let downloads = 0
  const loadPart = createLoadPart(async () => {
    downloads += 1
    if (downloads === 1) throw new TypeError('Failed to fetch dynamically imported module')
    return 'part'
  })
  expect(await loadPart()).toEqual({ ok: false, error: { kind: 'network', name: 'ModuleNotLoaded' } })
  expect(await loadPart()).toEqual({ ok: true, value: 'part' })
})

test('all callers share one part, also while it is loaded', async () => {
  const loadPart = createLoadPart(async () => ({}))
  const [one, other] = await Promise.all([loadPart(), loadPart()])
  const later = await loadPart()
  expect(one.ok && other.ok && one.value === other.value).toBe(true)
  expect(one.ok && later.ok && one.value === later.value).toBe(true)
})
