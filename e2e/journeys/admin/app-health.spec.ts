import { expect, type Page } from '@playwright/test'
import { createRandomFile } from '../../device/large-file.ts'
import { postAs, signInAsCustomer } from '../../people/completed-modules.ts'
import { signInAdmin } from '../../people/admin.ts'
import { registerCoach } from '../../people/registered-coach.ts'
import {
  expectAccessibleAtAllSizes,
  expectFitsWithLargeText,
  expectReadableInThemes,
} from '../../screens/accessible.ts'
import { refusal } from '../../screens/files-screen.ts'
import { createTranslator } from '../../screens/messages.ts'
import { test } from '../../screens/test.ts'
import { findUploadRow } from '../../screens/upload-row.ts'
import { addresses } from '../../system/addresses.ts'
import { setStoreFaults } from '../../system/store-faults.ts'

const locale = 'en-GB'
const t = createTranslator(locale)
const courses = `/${locale}/${t('coursesHomeSlug')}`

test.use({
  expectedInConsole:
    /of the pitch|^A request to the object store failed|^The object store did not accept a signature/,
})
test.afterEach(() => setStoreFaults({}))

/** The sum of the server's measurements under a name with all these labels. */
const measured = async (name: string, ...labels: string[]): Promise<number> => {
  const lines = (await (await fetch(addresses.metrics)).text()).split('\n')
  return lines
    .filter((line) => line.startsWith(`${name}{`) && labels.every((label) => line.includes(label)))
    .reduce((sum, line) => sum + Number(line.split(' ').at(-1)), 0)
}

type Collected = { errors: { error: { message: string }; count: number }[]; vitals: { vital: string }[] }

/** The counts that this device has not sent yet. Undefined if the device may not count. */
const collectedOn = (page: Page): Promise<Collected | undefined> =>
  page.evaluate(
    () =>
      new Promise<Collected | undefined>((resolve) => {
        const opening = indexedDB.open('breaking-barriers-health')
        // Only the app creates this database.
        opening.addEventListener('upgradeneeded', () => opening.transaction?.abort())
        opening.addEventListener('error', () => resolve(undefined))
        opening.addEventListener('success', () => {
          const database = opening.result
          const asking = database.transaction('values').objectStore('values').get('collected')
          asking.addEventListener('success', () => {
            database.close()
            resolve(asking.result)
          })
        })
      }),
  )

/** Throws an error that nothing in the page catches. */
const fail = async (page: Page, message: string) => {
  const thrown = page.waitForEvent('pageerror')
  await page.evaluate(
    (text) =>
      void setTimeout(() => {
        throw new RangeError(text)
      }),
    message,
  )
  await thrown
}

/** Simulates a switch to another app, which makes the page's measurements final. */
const hide = (page: Page) =>
  page.evaluate(() => {
    Object.defineProperty(document, 'visibilityState', { configurable: true, value: 'hidden' })
    document.dispatchEvent(new Event('visibilitychange', { bubbles: true }))
  })

// Longer than 20 s: it waits for the reports of three pages, and checks the admin's page in every theme.
test('errors and slowness of a phone reach the operator only after consent, not before it or after a refusal', async ({
  page,
  browser,
}) => {
  const reports: string[] = []
  page.context().on('request', (request) => {
    const { pathname } = new URL(request.url())
    if (pathname === '/api/app-health') reports.push(request.postData() ?? '')
  })
  // Only requests of the page count, because the service worker fetches files ahead.
  let isMeasured = false
  page.on('request', (request) => void (isMeasured ||= request.url().includes('web-vitals')))
  const customer = await signInAsCustomer(page, await registerCoach(locale))
  const banner = page.getByRole('region', { name: 'Cookies' })
  await expect(banner).toBeVisible()

  await fail(page, 'First fault of the pitch')
  expect(await collectedOn(page)).toBeUndefined()
  await page.goto(courses)
  await expect(banner).toBeVisible()
  expect(await collectedOn(page)).toBeUndefined()
  expect([reports, isMeasured]).toEqual([[], false])

  await banner.getByRole('button', { name: 'Allow' }).click()
  await expect.poll(() => collectedOn(page)).toEqual({ errors: [], vitals: [], uploads: [] })
  await expect.poll(() => isMeasured).toBe(true)
  const before = await measured('product_app_errors_total', 'place="page"')
  const ofPage = ['vital="TTFB"', 'route="/$locale/$slug/"']
  const pages = await measured('product_app_vital_seconds_count', ...ofPage)
  await fail(page, 'Second fault of the pitch at https://x.example/ana, ana@mail.example, Final do João.mp4')
  await fail(page, 'Second fault of the pitch at https://x.example/ana, ana@mail.example, Final do João.mp4')
  const message = 'RangeError: Second fault of the pitch at <address> <email> <file>'
  await expect
    .poll(async () => (await collectedOn(page))?.errors)
    .toMatchObject([{ error: { message }, count: 2 }])
  await hide(page)
  await expect.poll(async () => (await collectedOn(page))?.vitals.map(({ vital }) => vital)).toContain('TTFB')

  await page.reload()
  await expect
    .poll(() => measured('product_app_errors_total', 'place="page"'))
    .toBeGreaterThanOrEqual(before + 2)
  await expect.poll(() => measured('product_app_vital_seconds_count', ...ofPage)).toBeGreaterThan(pages)
  const sent = reports.join('\n')
  expect(sent).toContain('Second fault')
  expect(sent).not.toMatch(/First fault|ana|João|example/)

  await test.step('an admin reads the error, and how fast pages are', async () => {
    // Twenty pages of other devices: fewer have no percentile.
    const slow = [
      { vital: 'LCP', route: '/$locale/files', value: 3000 },
      { vital: 'INP', route: '/$locale/files', value: 90 },
      { vital: 'CLS', route: '/$locale/files', value: 0.4 },
    ]
    const vitals = Array.from({ length: 20 }, () => slow).flat()
    await postAs(page, '/api/app-health', { customer_id: customer, errors: [], vitals, uploads: [] })
    const admin = await (await browser.newContext()).newPage()
    await signInAdmin(admin, locale)
    await admin.goto(`/${locale}/admin/sync`)
    await admin.getByRole('link', { name: t('admin.tabs.health'), exact: true }).click()
    const errors = admin.getByRole('list', { name: t('admin.health.errors') })
    await expect(errors.getByRole('listitem').filter({ hasText: message })).toContainText('/$locale/$slug/')
    await admin.getByRole('radio', { name: '7 days' }).check({ force: true })
    await expect(admin).toHaveURL(/\/admin\/health\?days=7&vital=LCP$/)
    await expect(errors.getByText(message, { exact: true })).toBeVisible()
    await expect(admin.getByRole('row').filter({ hasText: t('files.title') })).toContainText(/\d\.\d\u00a0s/)
    await expectAccessibleAtAllSizes(admin)
    await expectReadableInThemes(admin)
    await expectFitsWithLargeText(admin)
    await admin.context().close()
  })

  await test.step('the faults that an upload recovered from, by reason', async () => {
    const repairs = () =>
      Promise.all([
        measured('product_app_uploads_total', 'outcome="retried"', 'reason="busy"'),
        measured('product_app_uploads_total', 'outcome="signed-again"', 'reason="credentials-refused"'),
      ])
    const [retried, signedAgain] = await repairs()
    await page.goto(`/${locale}/files`)
    await setStoreFaults({
      rules: [
        { request: 'sendPart', does: 'answer', status: 503, body: refusal('SlowDown') },
        { request: 'sendPart', does: 'answer', status: 400, body: refusal('ExpiredToken') },
      ],
    })
    const path = await createRandomFile('final-de-ana.mp4', 6)
    await page.getByLabel(t('files.choose'), { exact: true }).and(page.locator('input')).setInputFiles(path)
    await expect(findUploadRow(page, path).filter({ hasText: t('files.state.completed') })).toBeVisible()
    await page.goto(courses)
    await expect.poll(repairs).toEqual([retried + 1, signedAgain + 1])
    expect(reports.join('\n')).not.toContain('final-de-ana')
  })

  // The person withdraws the consent, as a banner allows. Nothing counted since then stays here.
  await fail(page, 'Third fault of the pitch')
  await expect.poll(async () => (await collectedOn(page))?.errors.length).toBe(2)
  await page.evaluate(() => {
    Object.assign(window, { OnetrustActiveGroups: ',C0001,' })
    window.dispatchEvent(new CustomEvent('OneTrustGroupsUpdated'))
  })
  await expect.poll(() => collectedOn(page)).toBeUndefined()
  await fail(page, 'Fourth fault of the pitch')
  expect(await collectedOn(page)).toBeUndefined()
})
