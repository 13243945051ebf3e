import { expect } from '@playwright/test'
import { enginePrograms } from '../../scripts/programs/engine-programs.ts'
import { test } from './engine-test.ts'
import { createSteps } from './steps.ts'
import { webkitEngine } from './webkit.ts'
import * as words from './words.ts'

/**
 * Deletes the databases of the app while it runs, and holds each upgrade that recreates a database until the
 * page is left. On an idle machine that moment lasts only some milliseconds.
 */
const holdUpgrades = `(async () => {
  const { open } = IDBFactory.prototype
  window.held = []
  let isLeft = false
  IDBFactory.prototype.open = function (...how) {
    const request = open.apply(this, how)
    request.addEventListener('upgradeneeded', () => {
      held.push(how[0])
      const store = request.result.createObjectStore('held')
      const hold = () => {
        if (!isLeft) store.count().addEventListener('success', hold)
      }
      hold()
    })
    return request
  }
  addEventListener('pagehide', () => {
    isLeft = true
    IDBFactory.prototype.open = open
  })
  addEventListener('pageshow', ({ persisted }) => {
    window.cameBack = persisted
  })
  for (const { name } of await indexedDB.databases()) indexedDB.deleteDatabase(name)
})()`

/** The drafts on this device as text. Undefined if there are none, or if the database does not open. */
const drafts = `new Promise((resolve) => {
  const opening = indexedDB.open('breaking-barriers-drafts')
  opening.addEventListener('upgradeneeded', () => opening.transaction.abort())
  opening.addEventListener('error', () => resolve())
  opening.addEventListener('success', () => {
    const reading = opening.result.transaction('values').objectStore('values').getAll()
    reading.addEventListener('success', () => resolve(JSON.stringify(reading.result)))
    opening.result.close()
  })
  setTimeout(resolve, 5000)
})`

test.describe(webkitEngine.name, () => {
  const missing = enginePrograms[webkitEngine.name].findMissing()
  test.skip(missing !== undefined, missing)
  test.use({ engine: webkitEngine })

  test('leaving a page during its database upgrade does not block other pages', async ({
    started: { page },
  }) => {
    const open = async (locale: string) => {
      const { t, goto } = createSteps(page, locale)
      await goto('sign-up')
      // These drivers keep a reference to a field while they type.
      await expect.poll(() => page.read(`document.querySelector('[data-prerendered]') === null`)).toBe(true)
      return words.field(t('signUp.firstName'))
    }

    const here = await open('pt-BR')
    await page.see(here)
    await page.read(holdUpgrades)
    await page.fill(here, 'Ana')
    await expect.poll(() => page.read('held.join()')).toContain('breaking-barriers-drafts')

    const there = await open('es-AR')
    await page.fill(there, 'Bia')
    await expect.poll(() => page.read(drafts)).toContain('Bia')

    await page.back()
    await expect.poll(() => page.read('window.cameBack')).toBe(true)
    await expect.poll(() => page.read(drafts)).toContain('Ana')
  })
})
