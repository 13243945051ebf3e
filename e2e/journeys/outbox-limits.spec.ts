import { expect, type Page } from '@playwright/test'
import { expectAccessible } from '../screens/accessible.ts'
import { answerByFirstOptions } from '../screens/answer-survey.ts'
import { signIn } from '../people/coach.ts'
import { recordsOf } from '../device/device-records.ts'
import { togetherPath, watchEntries } from '../system/entries-in.ts'
import { readyForOffline } from '../device/ready-for-offline.ts'
import { registeredCoach } from '../people/registered-coach.ts'
import { messagesOf } from '../screens/messages.ts'
import { syncNow } from '../screens/sync-now.ts'
import { test } from '../screens/test.ts'

const locale = 'en-GB'
const t = messagesOf(locale)

/** A coach whose phone has all it needs without a connection, and of whom nothing waits. */
const arrive = async (page: Page): Promise<void> => {
  await signIn(page, await registeredCoach(locale))
  await expect(page.locator('header output')).toHaveText(t('sync.allSaved'))
  await readyForOffline(page, locale)
}

test('a thousand entries neither keep the app from starting nor the page from responding', async ({
  page,
  context,
}) => {
  await arrive(page)
  await context.setOffline(true)
  await page.goto(`/${locale}/outbox`)
  await page.evaluate(async () => {
    const database = await new Promise<IDBDatabase>((resolve) => {
      const opening = indexedDB.open('breaking-barriers')
      opening.addEventListener('success', () => resolve(opening.result))
    })
    const copies = database.transaction(['outbox', 'journal', 'counters'], 'readwrite')
    const read = <T>(request: IDBRequest<T>) =>
      new Promise<T>((resolve) => request.addEventListener('success', () => resolve(request.result)))
    const journal = await read<{ customer: string }[]>(copies.objectStore('journal').getAll())
    const { customer } = journal.at(-1)!
    const body = { customer_id: customer, event_id: 3, value: 'one of a thousand' }
    copies.abort()
    const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(JSON.stringify(body)))
    const payloadHash = Array.from(new Uint8Array(digest), (byte) => byte.toString(16).padStart(2, '0')).join(
      '',
    )
    const writing = database.transaction(['outbox', 'counters'], 'readwrite')
    for (let seq = 1001; seq <= 2000; seq += 1) {
      writing.objectStore('outbox').add({
        key: crypto.randomUUID(),
        customer,
        device: crypto.randomUUID(),
        seq,
        lane: 'events',
        after: [],
        name: 'event.logged.v1',
        schemaVersion: 3,
        payload: { event_id: 3, value: 'one of a thousand' },
        payloadHash,
        capturedAt: { device: Date.now(), corrected: Date.now(), zone: 'UTC' },
        state: { is: 'waiting' },
        tries: 0,
        attempts: [],
      })
    }
    writing.objectStore('counters').put(2000, 'sequence')
    await new Promise((resolve) => writing.addEventListener('complete', resolve))
    database.close()
  })

  await page.reload()
  await page.getByRole('heading', { name: t('outbox.event.courseCompleted') }).click()
  await expect(page.getByRole('button', { name: t('outbox.more') })).toBeVisible()
  const drawn = page.getByRole('button', {
    name: t('outbox.deleteThis', { title: t('outbox.event.courseCompleted') }),
  })
  await expect(drawn).toHaveCount(25)

  // Counted from outside: a look at a thousand records would be a pause of the page itself.
  const taken = watchEntries(context)
  const looked = Promise.withResolvers<void>()
  let requests = 0
  await context.route(`**${togetherPath}`, async (route) => {
    requests += 1
    // Four requests of fifty; the fifth is on its way until the page has answered.
    if (requests > 4) await looked.promise
    await route.continue()
  })
  await context.setOffline(false)
  await syncNow(page, locale)
  await expect.poll(() => taken.length).toBeGreaterThan(50)
  await page.getByRole('button', { name: t('header.openMenu') }).click()
  await expect(page.getByRole('button', { name: t('header.signOut') })).toBeVisible()
  // The page answered in the middle of it.
  expect(taken.length).toBeLessThan(900)
  looked.resolve()
  await expect.poll(() => taken.length).toBeGreaterThan(200)
})

/**
 * A disk that takes no entry until the reserve is given up. Chromium's own test quota stops caches and not IndexedDB,
 * so its refusal is played here; what follows from it is real.
 */
const fillDisk = () => {
  const disk = { full: false, given: new Array<unknown>() }
  Object.assign(window, { disk })
  const patch = (prototype: object, name: string, before: (self: object, given: unknown[]) => void) =>
    Reflect.set(
      prototype,
      name,
      new Proxy(Reflect.get(prototype, name), {
        apply: (original, self, given) => {
          before(self, given)
          return Reflect.apply(original, self, given)
        },
      }),
    )
  patch(IDBObjectStore.prototype, 'add', (store) => {
    if (disk.full && Reflect.get(store, 'name') === 'outbox') throw new DOMException('', 'QuotaExceededError')
  })
  patch(CacheStorage.prototype, 'delete', (_, [name]) => {
    if (disk.full) disk.given.push(name)
    if (name === 'reserve') disk.full = false
  })
}

test('on a full device the media go, then the reserve; the work is kept, and the coach is told what to free', async ({
  page,
  context,
}) => {
  await page.addInitScript(fillDisk)
  await arrive(page)
  await page.goto(`/${locale}/${t('courseSlug')}/training-1`)
  await expect(page.getByRole('heading', { name: t('survey.title') })).toBeVisible()
  const devtools = await context.newCDPSession(page)
  const { origin } = new URL(page.url())
  await context.setOffline(true)
  const { usage } = await devtools.send('Storage.getUsageAndQuota', { origin })
  await devtools.send('Storage.overrideQuotaForOrigin', { origin, quotaSize: Math.floor(usage / 2) })
  await page.evaluate(() => Object.assign(Reflect.get(window, 'disk'), { full: true }))
  await answerByFirstOptions(page, locale)
  expect(await page.evaluate(() => Reflect.get(Reflect.get(window, 'disk'), 'given'))).toEqual([
    'videos',
    'pictures',
    'reserve',
  ])
  expect((await recordsOf(page, 'outbox')).some(({ name }) => name === 'survey.answered.v2')).toBe(true)

  await page.goto(`/${locale}/outbox`)
  await expect(page.getByText(t('outbox.tight'))).toBeVisible()
  await expectAccessible(page)
  await devtools.send('Storage.overrideQuotaForOrigin', { origin })
  await context.setOffline(false)
  await expect.poll(async () => (await recordsOf(page, 'outbox')).length).toBe(0)
  await expect(page.getByText(t('outbox.tight'))).toHaveCount(0)
})
