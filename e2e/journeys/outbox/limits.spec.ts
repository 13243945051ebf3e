import { expect } from '@playwright/test'
import { signIn } from '../../people/coach.ts'
import { batchPath, watchEntries } from '../../system/entries-in.ts'
import { waitUntilReadyForOffline } from '../../device/ready-for-offline.ts'
import { registerCoach } from '../../people/registered-coach.ts'
import { createTranslator } from '../../screens/messages.ts'
import { syncNow } from '../../screens/sync-now.ts'
import { test } from '../../screens/test.ts'

const locale = 'en-GB'
const t = createTranslator(locale)

test('a thousand entries block neither the start of the app nor the page', async ({ page, context }) => {
  await signIn(page, await registerCoach(locale))
  await expect(page.locator('header output')).toHaveText(t('sync.allSaved'))
  await waitUntilReadyForOffline(page, locale)
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

  // Counts responses, because reading a thousand records would pause the page.
  const taken = watchEntries(context)
  const looked = Promise.withResolvers<void>()
  let requests = 0
  await context.route(`**${batchPath}`, async (route) => {
    requests += 1
    // Four requests deliver fifty entries each. The fifth waits until the page has responded.
    if (requests > 4) await looked.promise
    await route.continue()
  })
  await context.setOffline(false)
  await syncNow(page, locale)
  await expect.poll(() => taken.length).toBeGreaterThan(50)
  await page.getByRole('heading', { name: t('rescue.title') }).click()
  await expect(page.getByRole('button', { name: t('rescue.save') })).toBeVisible()
  // The page responded in the middle of the delivery.
  expect(taken.length).toBeLessThan(900)
  looked.resolve()
  await expect.poll(() => taken.length).toBeGreaterThan(200)
})
