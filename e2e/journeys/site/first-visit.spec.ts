import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, type Page } from '@playwright/test'
import { findChromium } from '../../../scripts/programs/chromium.ts'
import { waitUntilReadyForOffline } from '../../device/ready-for-offline.ts'
import { getDemoCoach, signIn } from '../../people/coach.ts'
import { expectAccessible } from '../../screens/accessible.ts'
import { createTranslator } from '../../screens/messages.ts'
import { test } from '../../screens/test.ts'
import { startDeployment } from '../../system/deployment.ts'

const t = createTranslator('en-GB')

// Longer than 20 s: the app becomes available offline four times, each time in an empty browser.
test('newcomers who move on at once see no notice of a new version, and their next page works offline', async ({
  browser,
}) => {
  const isControlled = (page: Page) => page.evaluate(() => navigator.serviceWorker.controller !== null)
  // The service worker may take over the first page or the second page.
  for (const visit of ['first', 'second', 'third'])
    await test.step(`the ${visit} newcomer`, async () => {
      const page = await (await browser.newContext()).newPage()
      await page.goto('/en-GB/')
      await page.goto('/en-GB/login')
      await expect.poll(() => isControlled(page)).toBe(true)
      await expect(page.getByRole('heading', { name: t('signIn.title') })).toBeVisible()
      await expect(page.getByText(t('update.ready'))).toHaveCount(0)
      await page.context().close()
    })

  await test.step('a page that was loading while the app became available offline', async () => {
    const context = await browser.newContext()
    const page = await context.newPage()
    await page.route('**/en-GB/about', async (route) => {
      const worker = context.serviceWorkers()[0] ?? (await context.waitForEvent('serviceworker'))
      await expect.poll(() => worker.evaluate('registration.active?.state')).toBe('activated')
      await route.continue()
    })
    await page.goto('/en-GB/')
    await page.goto('/en-GB/about')
    await expect.poll(() => isControlled(page)).toBe(true)
    await context.close()
  })
})

/** Advances a page's clock by `ms`, in steps, so that the page can do its work in between. */
const pass = async (page: Page, ms: number): Promise<void> => {
  const margin = 1000
  await page.clock.pauseAt((await page.evaluate(() => Date.now())) + margin)
  for (let passed = margin; passed < ms; passed += 250) await page.clock.runFor(250)
}

test.describe('without storage', () => {
  test.use({
    expectedInConsole: /The operation is insecure|The outbox could not be|The (disk|session)|A step/,
  })

  // Longer than 20 s: the test waits for storage that never responds, and a separate browser opens ten pages.
  test('with blocked storage, public pages are shown in any theme, and the others say what is blocked', async ({
    page,
    browser,
    launch,
  }) => {
    await page.addInitScript(() => {
      for (const name of ['indexedDB', 'localStorage']) {
        Object.defineProperty(window, name, {
          get: () => {
            throw new DOMException('The operation is insecure.', 'SecurityError')
          },
        })
      }
    })
    // No third-party consent banner appears in this locale. It would fail without storage.
    const words = createTranslator('es-AR')
    await page.goto('/es-AR/about')
    await expect(page.getByRole('heading', { level: 1, name: words('footer.about') })).toBeVisible()
    await page.getByText(words('theme.title'), { exact: true }).click()
    await page.getByRole('radio', { name: words('theme.dark') }).check()
    await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark')
    await page.goto('/es-AR/files')
    await expect(page.getByRole('alert')).toHaveText(words('storageBlocked.why'))
    await expect(page.getByText(words('sync.short.storageFailed'))).toHaveCount(0)
    await expectAccessible(page)

    for (const how of ['throws', 'never responds'])
      await test.step(`storage that ${how} during a sign-in`, async () => {
        const context = await browser.newContext()
        const failing = await context.newPage()
        await failing.goto('/es-AR/login')
        await expect(failing.locator('#root:not([data-prerendered])')).toBeAttached()
        await failing.getByLabel(words('signIn.email')).fill('ana@example.com')
        await failing.getByRole('textbox', { name: words('signIn.password') }).fill('Barriers-2026!')
        await failing.evaluate((throws) => {
          IDBDatabase.prototype.transaction = () => {
            if (throws) throw new DOMException('The disk failed', 'UnknownError')
            const nothing = new EventTarget()
            const store = {
              transaction: Object.assign(new EventTarget(), { commit: () => undefined }),
              get: () => nothing,
              put: () => nothing,
              delete: () => nothing,
            }
            return Object.assign(new EventTarget(), { objectStore: () => store }) as unknown as IDBTransaction
          }
        }, how === 'throws')
        await failing.getByRole('button', { name: words('signIn.submit'), exact: true }).click()
        await expect(failing.getByText(words('error.nothingStored'))).toBeVisible()
        await context.close()
      })

    for (const how of ['opens no database', 'opens databases and completes no transaction'])
      await test.step(`storage that does not respond from the start of the page: it ${how}`, async () => {
        const context = await browser.newContext()
        await context.addInitScript((opens) => {
          const silent = () => Object.assign(new EventTarget(), { readyState: 'pending' })
          const open = indexedDB.open.bind(indexedDB)
          IDBFactory.prototype.open = (...given) => {
            document.documentElement.dataset['opened'] = ''
            return opens ? open(...given) : (silent() as IDBOpenDBRequest)
          }
          const store = new Proxy(
            {},
            {
              get: (_, name) =>
                name === 'transaction' ? Object.assign(silent(), { commit: silent }) : silent,
            },
          )
          IDBDatabase.prototype.transaction = () =>
            Object.assign(silent(), { objectStore: () => store }) as unknown as IDBTransaction
        }, how !== 'opens no database')
        const opened = async (open: string) => {
          const silent = await context.newPage()
          await silent.clock.install()
          await silent.goto(`/es-AR/${open}`)
          await expect(silent.locator('html[data-opened]')).toBeAttached()
          return silent
        }
        const login = await opened('login')
        await login.getByLabel(words('signIn.email')).fill('ana@example.com')
        await login.getByRole('textbox', { name: words('signIn.password') }).fill('Barriers-2026!')
        await login.getByRole('button', { name: words('signIn.submit'), exact: true }).click()
        await pass(login, 8000)
        // The provider's response takes real time, and the time limit of the storage begins after it.
        const refusal = login.getByText(words('error.nothingStored'))
        await expect(async () => {
          await login.clock.runFor(1000)
          await expect(refusal).toBeVisible({ timeout: 100 })
        }).toPass()
        await expect(login.getByLabel(words('signIn.email'))).toHaveValue('ana@example.com')
        for (const open of ['sign-up', 'forgot-password', 'confirm-email']) {
          const form = await opened(open)
          await pass(form, 8000)
          await expect(form.locator('#root:not([data-prerendered]) form')).toBeVisible()
        }
        const outbox = await opened('outbox')
        await pass(outbox, 8000)
        await expect(outbox.getByRole('alert').filter({ hasText: words('sync.storageFailed') })).toBeVisible()
        await context.close()
      })

    await test.step('by the browser’s own setting, which disables other parts of it, and in other ways', async () => {
      const folder = mkdtempSync(join(tmpdir(), 'blocked-'))
      mkdirSync(join(folder, 'Default'))
      const preferences = { profile: { default_content_setting_values: { cookies: 2 } } }
      writeFileSync(join(folder, 'Default', 'Preferences'), JSON.stringify(preferences))
      const executablePath = findChromium()
      // The headless shell has no settings.
      const context = await launch(folder, executablePath === undefined ? {} : { executablePath })
      const blocked = await context.newPage()
      for (const open of ['login', 'sign-up', 'forgot-password', 'confirm-email', 'outbox', 'storage']) {
        await blocked.goto(`/es-AR/${open}`)
        await expect(blocked.getByRole('alert')).toHaveText(words('storageBlocked.why'))
        await expect(blocked.getByText(words('storageBlocked.in.android-chromium'))).toBeVisible()
      }
      for (const open of ['', 'about', 'verify', 'terms', 'change-location']) {
        await blocked.goto(`/es-AR/${open}`)
        await expect(blocked.locator('#root:not([data-prerendered]) h1')).toBeVisible()
        await expect(blocked.getByText(words('sync.storageFailed'))).toHaveCount(0)
        await expect(blocked.getByText(words('storageBlocked.why'))).toHaveCount(0)
      }
      await context.close()
      rmSync(folder, { recursive: true })
    })
  })
})

const kilobytes = (files: Iterable<[string, number]>): number =>
  [...files].reduce((total, [, bytes]) => total + bytes, 0) / 1000

const lessons = 13

/** The number of files that a first visit stores last: the lessons of all modules, and the provider. */
const storedForLocale = (page: Page): Promise<number> =>
  page.evaluate(async () => {
    const files = await (await caches.open('assets-of-locales')).keys()
    return files.filter(({ url }) => /\/modules\/|user-pool-provider/.test(url)).length
  })

// Longer than 20 s: the test fetches every file that works offline.
test('the first visit of a coach fetches no file twice, and only what works offline', async ({
  browser,
  baseURL,
}) => {
  const { proxy, requested, received, stop } = await startDeployment()
  const context = await browser.newContext({ proxy, baseURL: baseURL ?? '' })
  const page = await context.newPage()
  const byPage = new Set<string>()
  page.on('request', (request) => void byPage.add(new URL(request.url()).pathname))
  await signIn(page, getDemoCoach('en-GB'))
  await waitUntilReadyForOffline(page, 'en-GB')
  await expect.poll(() => storedForLocale(page)).toBe(lessons + 1)
  await expect.poll(() => requested().filter((path) => path.endsWith('.vtt')).length).toBeGreaterThan(0)
  const files = requested().filter((path) => !/^\/(api\/|healthz)/.test(path))
  expect(files.filter((path, at) => files.indexOf(path) !== at)).toEqual([])

  const ofFewPeople = /admin|certificate-pdf|japanese-fonts|latin-ext|\.woff$/
  expect(files.filter((path) => ofFewPeople.test(path))).toEqual([])
  // Compressed sizes, without the pictures and captions of films. The drawings of eleven drills are 24 kB, the
  // thumbnails of thirteen modules 48 kB, the display face is 16 kB, second factors are 11 kB, passkeys 7 kB, the
  // list of sign-ins 9 kB, and a form that waits for a connection 1 kB.
  const downloads = [...received()].filter(([path]) => !/^\/(api\/|healthz|videos\/)/.test(path))
  expect(kilobytes(downloads)).toBeLessThan(841)
  const behind = downloads.filter(([path]) => !byPage.has(path))
  expect(kilobytes(behind)).toBeLessThan(350)
  await context.close()
  stop()
})
