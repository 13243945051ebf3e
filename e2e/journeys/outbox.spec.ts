import { readFileSync } from 'node:fs'
import { expect, test, type Page } from '@playwright/test'
import { expectAccessible } from '../accessible.ts'
import { answerSurvey } from '../answer-survey.ts'
import { confirm, demoCoach, newCoach, signIn, signUp, type Coach } from '../coach.ts'
import { recordsOf } from '../device-records.ts'
import { wordsOf } from '../words.ts'

const locale = 'en-GB'
const t = wordsOf(locale)
const title = `${t('outbox.event.surveyAnswered')}:`
const allSaved = (page: Page) => expect(page.locator('header output')).toHaveText(t('sync.allSaved'))

/** A coach who just signed up, and of whom nothing waits. */
const arrive = async (page: Page): Promise<Coach> => {
  const coach = newCoach(locale)
  await signUp(page, coach)
  await confirm(page, coach)
  await allSaved(page)
  return coach
}

const openSurvey = async (page: Page): Promise<void> => {
  await page.goto(`/${locale}/${t('courseSlug')}/training-1`)
  await expect(page.getByRole('heading', { name: t('survey.title') })).toBeVisible()
  await allSaved(page)
}

/** Answers the first survey; `told` is what the page then says about it. */
const answer = async (page: Page, told = t('survey.saved')): Promise<void> => {
  await answerSurvey(page, locale)
  await page.getByRole('button', { name: t('survey.submit') }).click()
  await expect(page.getByText(told, { exact: true }).first()).toBeVisible()
}

const askToSignOut = async (page: Page) => {
  await page.getByRole('button', { name: t('header.openMenu') }).click()
  await page.getByRole('button', { name: t('header.signOut') }).click()
  const dialog = page.getByRole('dialog', { name: t('signOut.title') })
  await expect(dialog).toBeVisible()
  return dialog
}

test('answers that the server refuses hold up nothing else, can be copied and corrected, and leave a proof', async ({
  page,
  context,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await arrive(page)
  await openSurvey(page)
  const error = { code: 'invalid-body', message: 'refused', request_id: 'poison', path: 'answers.0.value' }
  await context.route('**/api/save-answers', (route) => route.fulfill({ status: 422, json: { error } }))
  await answer(page, t('survey.needsYou'))
  await page.goto(`/${locale}/outbox`)
  await expect(page.getByText(t('outbox.reason.refused'))).toBeVisible()
  await expect(page.getByRole('heading', { name: t('outbox.toSendHeading') })).toHaveCount(0)
  await expectAccessible(page)

  await page.getByRole('button', { name: new RegExp(`^${t('common.copy')}: ${title}`) }).click()
  await expect(page.getByText(t('common.copied'))).toBeVisible()
  expect(await page.evaluate(() => navigator.clipboard.readText())).toContain('Começar pela roda')

  const [refused] = await recordsOf(page, 'outbox')
  await context.unroute('**/api/save-answers')
  await page.getByRole('button', { name: new RegExp(`^${t('common.edit')}: ${title}`) }).click()
  await expect(page.getByRole('textbox')).toHaveValue('Começar pela roda de conversa.')
  await page.getByRole('button', { name: t('survey.submit') }).click()
  await allSaved(page)
  const journal = await recordsOf(page, 'journal')
  expect(journal.find(({ key, happened }) => key === refused?.key && happened === 'replaced')).toBeDefined()

  await page.goto(`/${locale}/outbox`)
  const proof = page
    .locator('details', { hasText: title })
    .filter({ hasText: /no\. \d/ })
    .first()
  await proof.locator('summary').click()
  await expect(proof.getByText(t('outbox.receipts.right'))).toBeVisible()
  await expectAccessible(page)
})

test('on a shared phone the work of one coach waits for them, unseen by the next', async ({
  page,
  context,
}) => {
  const ana = await arrive(page)
  await openSurvey(page)
  await context.setOffline(true)
  await answer(page)
  const dialog = await askToSignOut(page)
  await expectAccessible(page)
  await dialog.getByRole('button', { name: t('signOut.keep') }).click()
  await expect(page.getByRole('heading', { name: t('signIn.title') })).toBeVisible()
  await context.setOffline(false)

  await signIn(page, demoCoach(locale))
  await page.goto(`/${locale}/outbox`)
  await expect(page.getByRole('heading', { name: t('outbox.title') })).toBeVisible()
  await expect(page.getByText(title)).toHaveCount(0)
  expect((await recordsOf(page, 'outbox')).some(({ name }) => name === 'survey.answered.v1')).toBe(true)

  await page.goto(`/${locale}/`)
  await allSaved(page)
  await page.getByRole('button', { name: t('header.openMenu') }).click()
  await page.getByRole('button', { name: t('header.signOut') }).click()
  await expect(page.getByRole('heading', { name: t('signIn.title') })).toBeVisible()
  await signIn(page, ana)
  await expect
    .poll(async () => (await recordsOf(page, 'outbox')).filter(({ name }) => name === 'survey.answered.v1'))
    .toEqual([])
})

test('what a phone cannot send an admin delivers from its rescue file, and the phone that sends it after all changes nothing', async ({
  page,
  context,
  browser,
}) => {
  await arrive(page)
  await openSurvey(page)
  await context.setOffline(true)
  await answer(page)
  const dialog = await askToSignOut(page)
  await dialog.getByText(t('signOut.rescue')).click()
  await dialog.getByLabel(t('rescue.passphrase')).fill('correct horse battery')
  await dialog.getByLabel(t('rescue.again')).fill('correct horse battery')
  await expectAccessible(page)
  const saving = page.waitForEvent('download')
  await dialog.getByRole('button', { name: t('rescue.save') }).click()
  const path = await (await saving).path()
  expect(readFileSync(path, 'utf8')).not.toContain('survey')
  const [entry] = await recordsOf(page, 'outbox')
  const owner = entry && 'customer' in entry ? String(entry.customer) : ''

  const office = await browser.newContext()
  const desk = await office.newPage()
  await signIn(desk, { locale, email: 'admin.gb@example.com', password: 'Barriers-2026!' })
  await desk.goto(`/${locale}/admin/rescue`)
  const importFor = async (id: string, passphrase: string) => {
    await desk.getByLabel(t('rescue.import.file'), { exact: true }).setInputFiles(path)
    await desk.getByLabel(t('rescue.import.customer')).fill(id)
    await desk.getByLabel(t('rescue.import.passphrase'), { exact: true }).fill(passphrase)
    await desk.getByRole('button', { name: t('rescue.import.submit') }).click()
  }
  await importFor(owner, 'wrong horse battery')
  await expect(desk.getByText(t('rescue.import.failure.cannot-open'))).toBeVisible()
  await importFor('somebody-else', 'correct horse battery')
  await expect(desk.getByText(t('rescue.import.failure.other-customer'))).toBeVisible()
  await importFor(owner, 'correct horse battery')
  await expect(desk.getByText(/Delivered, receipt no\. \d+/).first()).toBeVisible()
  await expectAccessible(desk)
  await importFor(owner, 'correct horse battery')
  await expect(desk.getByText(/already had it, receipt no\. \d+/).first()).toBeVisible()
  await office.close()

  const replayed: boolean[] = []
  // The service worker may be the one to deliver.
  context.on('response', (response) => {
    if (response.url().endsWith('/api/save-answers')) {
      replayed.push(response.headers()['idempotent-replay'] === 'true')
    }
  })
  await page.keyboard.press('Escape')
  await context.setOffline(false)
  await expect.poll(() => replayed).toEqual([true])
})

test('a thousand entries neither keep the app from starting nor the page from answering', async ({
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
  await expect(page.getByRole('button', { name: t('outbox.more') })).toBeVisible()
  const started = await page.evaluate(() => performance.now())
  console.log(`1,000 entries on screen after ${Math.round(started)} ms`)
  expect(started).toBeLessThan(5000)

  await page.evaluate(() => {
    const pauses: number[] = []
    Object.assign(window, { pauses })
    let last = performance.now()
    setInterval(() => {
      const now = performance.now()
      pauses.push(now - last)
      last = now
    }, 20)
  })
  await context.setOffline(false)
  await page.getByRole('button', { name: t('outbox.syncNow') }).click()
  await expect
    .poll(async () => (await recordsOf(page, 'outbox')).length, { timeout: 60_000 })
    .toBeLessThan(700)
  const longest = await page.evaluate(() => Math.max(...(window as unknown as { pauses: number[] }).pauses))
  console.log(`longest pause of the page while they are sent: ${Math.round(longest)} ms`)
  expect(longest).toBeLessThan(1000)
})

/**
 * A disk that takes no entry until the reserve is given up. Chromium's own test quota stops caches and not IndexedDB, so
 * its refusal is played here; what follows from it is real.
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
  await openSurvey(page)
  const devtools = await context.newCDPSession(page)
  const { origin } = new URL(page.url())
  await context.setOffline(true)
  const { usage } = await devtools.send('Storage.getUsageAndQuota', { origin })
  await devtools.send('Storage.overrideQuotaForOrigin', { origin, quotaSize: Math.floor(usage / 2) })
  await page.evaluate(() => Object.assign(Reflect.get(window, 'disk'), { full: true }))
  await answer(page)
  expect(await page.evaluate(() => Reflect.get(Reflect.get(window, 'disk'), 'given'))).toEqual([
    'videos',
    'pictures',
    'reserve',
  ])
  expect((await recordsOf(page, 'outbox')).some(({ name }) => name === 'survey.answered.v1')).toBe(true)

  await page.goto(`/${locale}/outbox`)
  await expect(page.getByText(t('outbox.tight'))).toBeVisible()
  await expectAccessible(page)
  await devtools.send('Storage.overrideQuotaForOrigin', { origin })
  await context.setOffline(false)
  await expect.poll(async () => (await recordsOf(page, 'outbox')).length).toBe(0)
  await expect(page.getByText(t('outbox.tight'))).toHaveCount(0)
})
