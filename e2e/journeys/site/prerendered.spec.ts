import { expect, type Locator, type Page, type Request } from '@playwright/test'
import { getDemoCoach } from '../../people/coach.ts'
import { expectAccessible, expectFits } from '../../screens/accessible.ts'
import { readCourseTexts, createTranslator } from '../../screens/messages.ts'
import { test } from '../../screens/test.ts'

test.use({
  viewport: { width: 360, height: 740 },
  // The service worker's script, when a test takes the connection away.
  expectedInConsole: /^An unknown error occurred when fetching the script/,
})

/** Holds the app's script, or the named scripts, until the returned function is called. */
const holdApp = async (page: Page, scripts = 'index'): Promise<() => void> => {
  const { promise: held, resolve: release } = Promise.withResolvers<void>()
  await page.route(`**/assets/{${scripts}}-*.js`, async (route) => {
    await held
    await route.continue()
  })
  return release
}

/** The compressed size of the responses to requests, optionally only of some resource types. */
const countBytes = async (requests: readonly Request[], ...types: string[]): Promise<number> => {
  const sizes = requests
    .filter((request) => types.length === 0 || types.includes(request.resourceType()))
    .map(async (request) => (await request.sizes()).responseBodySize)
  return (await Promise.all(sizes)).reduce((total, size) => total + size, 0)
}

const untilTheAppRuns = (page: Page) => expect(page.locator('#root[data-prerendered]')).toHaveCount(0)

const getTop = async (element: Locator): Promise<number> => (await element.boundingBox())?.y ?? NaN
const getBottom = async (element: Locator): Promise<number> => {
  const box = await element.boundingBox()
  return box ? box.y + box.height : NaN
}

/** The first interaction of a person starts the app. */
const touch = (page: Page) => page.keyboard.press('Shift')

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false })

  for (const locale of ['pt-BR', 'en-US', 'es-AR']) {
    test(
      `a visitor of ${locale} reads the public pages, and goes from one to the next`,
      { tag: '@promise' },
      async ({ page }) => {
        const t = createTranslator(locale)
        await page.goto(`/${locale}/`)
        await expect(page.locator('html')).toHaveAttribute('lang', locale)
        await expect(page.getByRole('heading', { level: 1 })).toHaveText(t('site.tagline'))
        await expect(page).toHaveTitle(
          t('site.pageTitle', { page: t('site.title'), site: t('site.tagline') }),
        )
        await expectFits(page)
        await page.getByRole('link', { name: t('footer.faq'), exact: true }).click()
        await expect(page.getByRole('heading', { level: 2 }).first()).toBeVisible()
        await page.getByRole('link', { name: t('footer.sitemap'), exact: true }).click()
        await page
          .getByRole('main')
          .getByRole('link', { name: t('header.signIn'), exact: true })
          .click()
        const email = page.getByLabel(t('signIn.email'))
        await expect(email).toBeVisible()
        // Playwright's own text selectors skip `noscript`.
        const notice = page.locator('noscript')
        expect(await notice.innerText()).toBe(t('error.formWithoutJavaScript'))
        expect(await getBottom(notice)).toBeLessThan(await getTop(email))
        await expectFits(page)
        // A browser without the app would put a submitted password into the address.
        await page.getByLabel(t('signIn.password'), { exact: true }).fill('secret')
        await page.getByRole('button', { name: t('signIn.submit'), exact: true }).click()
        expect(page.url()).not.toContain('secret')
        // The head that link previews read at an address that only a coach can open.
        await page.goto(`/${locale}/${t('courseSlug')}/training-1`)
        await expect(page.locator('html')).toHaveAttribute('lang', locale)
        const { title } = readCourseTexts(locale)('training', 'training-1')
        await expect(page).toHaveTitle(t('site.pageTitle', { page: title, site: t('site.title') }))
        const picture = page.locator('meta[property="og:image"]')
        await expect(picture).toHaveAttribute('content', /^http.*\/videos\/training-1\.webp$/)
        // Nothing of this page is visible without the app, except where to read on.
        for (const [lang, home] of Object.entries({ pt: '/pt-BR/', en: '/en-GB/', es: '/es-MX/' })) {
          const sentence = page.locator(`p[lang="${lang}"]`)
          const { x, width } = (await sentence.boundingBox()) ?? { x: 0, width: 0 }
          expect(x).toBeGreaterThanOrEqual(16)
          expect(x + width).toBeLessThanOrEqual(360 - 16)
          await expect(sentence.locator('a')).toHaveAttribute('href', home)
        }
      },
    )
  }
})

test('the app takes over each public page without a flash, a shift or changed text', async ({ browser }) => {
  for (const path of ['', 'about', 'sign-up', 'login', 'verify', 'change-location', 'sitemap'])
    await test.step(`/${path}`, async () => {
      // A new context, because returning visitors get the app at once.
      const page = await (await browser.newContext()).newPage()
      const release = await holdApp(page)
      await page.goto(`/es-AR/${path}`)
      // Ignores the names of countries in selects, which the browser chooses.
      const words = () =>
        page.evaluate(() => {
          const countries = new Set(Array.from(document.querySelectorAll('option'), ({ label }) => label))
          return document.body.innerText.split('\n').filter((line) => !countries.has(line.trim()))
        })
      const before = await words()
      await expectAccessible(page)
      await page.evaluate(() => {
        const seen = { blank: 0, shifts: 0 }
        Object.assign(window, { seen })
        new PerformanceObserver((list) => {
          for (const entry of list.getEntries()) seen.shifts += Reflect.get(entry, 'value')
        }).observe({ type: 'layout-shift', buffered: true })
        const look = () => {
          if (!document.querySelector('#root h1')) seen.blank += 1
          requestAnimationFrame(look)
        }
        look()
        window.scrollTo({ top: 60, behavior: 'instant' })
      })
      release()
      await touch(page)
      await untilTheAppRuns(page)
      expect(await words()).toEqual(before)
      const { blank, shifts, top } = await page.evaluate(() => ({
        ...(window as unknown as { seen: { blank: number; shifts: number } }).seen,
        top: window.scrollY,
      }))
      expect([blank, top]).toEqual([0, 60])
      expect(shifts).toBeLessThan(0.01)
      await page.context().close()
    })
})

test('input and presses from before the app ran are not lost', { tag: '@promise' }, async ({ page }) => {
  const coach = getDemoCoach('en-GB')
  const t = createTranslator('en-GB')
  // Holds also the small script that starts the app.
  const release = await holdApp(page, 'index,visit')
  await page.goto('/en-GB/login', { waitUntil: 'commit' })
  await page.getByLabel(t('signIn.email')).fill(coach.email)
  await page.getByLabel(t('signIn.password'), { exact: true }).fill(coach.password)
  const signIn = page.getByRole('button', { name: t('signIn.submit'), exact: true })
  for (let tap = 0; tap < 3; tap++) await signIn.click()
  await expect(signIn).toHaveAttribute('aria-busy', 'true')
  expect(new URL(page.url()).search).toBe('')
  release()
  await expect(page.getByRole('heading', { name: t('courses.title') })).toBeVisible()
})

test('the app starts at the first touch or by itself, waits while a button is held, and misses no tap', async ({
  browser,
}) => {
  const t = createTranslator('en-GB')
  const openMenu = (page: Page) => page.getByRole('button', { name: t('header.openMenu') })
  const closeMenu = (page: Page) => page.getByRole('button', { name: t('header.closeMenu') })
  const newcomer = async () => (await browser.newContext()).newPage()

  await test.step('by itself, behind a page without interaction', async () => {
    const page = await newcomer()
    await page.goto('/en-GB/faq', { waitUntil: 'load' })
    await untilTheAppRuns(page)
    await page.context().close()
  })

  await test.step('by itself, behind a page of which one picture never responds', async () => {
    const page = await newcomer()
    await page.clock.install()
    await page.route('**/*.svg', () => new Promise<never>(() => undefined))
    const app = page.waitForRequest('**/assets/index-*.js')
    await page.goto('/en-GB/', { waitUntil: 'domcontentloaded' })
    await page.clock.runFor(29_000)
    expect(await page.evaluate(() => document.readyState)).toBe('interactive')
    await page.clock.runFor(7000)
    await app
    await page.context().close()
  })

  await test.step('only at the first touch, for a visitor who saves data', async () => {
    const page = await newcomer()
    const scripts: string[] = []
    page.on('request', (request) => {
      if (/assets\/index-.*\.js$/.test(request.url())) scripts.push(request.url())
    })
    await page.addInitScript(() =>
      Object.defineProperty(navigator, 'connection', { value: { saveData: true } }),
    )
    await page.clock.install()
    await page.goto('/en-GB/faq', { waitUntil: 'load' })
    await page.clock.runFor(60_000)
    expect(scripts).toEqual([])
    await touch(page)
    await untilTheAppRuns(page)
    await page.context().close()
  })

  await test.step('at once, for a returning visitor', async () => {
    const page = await newcomer()
    await page.addInitScript(() => localStorage.setItem('device', 'known'))
    const app = page.waitForRequest('**/assets/index-*.js')
    await page.goto('/en-GB/about', { waitUntil: 'commit' })
    await app
    await page.context().close()
  })

  await test.step('the menu opens by a tap that came before the app', async () => {
    const page = await newcomer()
    const release = await holdApp(page)
    await page.goto('/en-GB/about')
    await openMenu(page).click()
    release()
    await expect(closeMenu(page)).toBeVisible()
    await expect(page.getByRole('banner').getByRole('link', { name: t('header.signIn') })).toBeVisible()
    await page.context().close()
  })

  await test.step('or by the second press, if its scripts could not be loaded before', async () => {
    const page = await newcomer()
    const appScripts = '**/assets/index-*.js*'
    await page.route(appScripts, (route) =>
      route.fulfill({ contentType: 'text/javascript', body: 'throw new Error("cut off")' }),
    )
    await page.goto('/en-GB/login')
    const signIn = page.getByRole('button', { name: t('signIn.submit'), exact: true })
    await signIn.click()
    await expect(signIn).toHaveAttribute('aria-busy', 'true')
    await expect(signIn).not.toHaveAttribute('aria-busy')
    const email = page.getByLabel(t('signIn.email'))
    await email.fill('ana@example.com')
    await email.click()
    await expect(email).toHaveValue('ana@example.com')
    await page.unroute(appScripts)
    await signIn.click()
    await untilTheAppRuns(page)
    await expect(email).toHaveValue('ana@example.com')
    await page.context().close()
  })

  await test.step('and a form stays with what was typed if the connection is lost before the app has loaded', async () => {
    const page = await newcomer()
    const texts = '**/messages*'
    await page.route(texts, async (route) => {
      await page.context().setOffline(true)
      await route.abort()
    })
    await page.goto('/en-GB/login')
    const email = page.getByLabel(t('signIn.email'))
    const password = page.getByLabel(t('signIn.password'), { exact: true })
    const offlineNotice = page.getByText(t('error.offlineForm'))
    await expect(offlineNotice).toBeHidden()
    await email.fill('ana@example.com')
    await expect(offlineNotice).toBeVisible()
    await expectAccessible(page)
    const signIn = page.getByRole('button', { name: t('signIn.submit'), exact: true })
    await signIn.click()
    await expect(signIn).not.toHaveAttribute('aria-busy')
    await expect(email).toHaveValue('ana@example.com')
    await password.fill('secret')
    await page.unroute(texts)
    await page.context().setOffline(false)
    await expect(offlineNotice).toBeHidden()
    await signIn.click()
    await untilTheAppRuns(page)
    await expect(email).toHaveValue('ana@example.com')
    await expect(password).toHaveValue('')
    expect(await page.evaluate(() => sessionStorage.getItem('typed-before-reload'))).toBeNull()
    await page.context().close()
  })

  await test.step('until then the browser fetches the public page behind a link that is pointed at', async () => {
    const page = await newcomer()
    const devTools = await page.context().newCDPSession(page)
    const fetched: string[] = []
    devTools.on('Preload.prefetchStatusUpdated', ({ prefetchUrl, status }) => {
      if (status === 'Ready') fetched.push(new URL(prefetchUrl).pathname)
    })
    await devTools.send('Preload.enable')
    await holdApp(page)
    const rules = page.waitForResponse('**/speculation-rules/en-GB.json')
    await page.goto('/en-GB/')
    expect((await rules).status()).toBe(200)
    await page.getByRole('link', { name: t('footer.faq'), exact: true }).hover()
    await expect.poll(() => fetched).toEqual(['/en-GB/faq'])
    await page.context().close()
  })

  await test.step('a button held meanwhile is pressed when it is released', async () => {
    const page = await newcomer()
    const release = await holdApp(page)
    await page.goto('/en-GB/about')
    await openMenu(page).hover()
    await page.mouse.down()
    release()
    // Everything that the app needs has loaded, so the app would have started if it did not wait.
    await page.waitForResponse((response) => response.url().includes('/messages'))
    await page.waitForLoadState('networkidle')
    await expect(page.locator('#root[data-prerendered]')).toHaveCount(1)
    await page.mouse.up()
    await expect(closeMenu(page)).toBeVisible()
    await page.context().close()
  })
})

test('a public page loads in fifteen requests and 25 kB of text, the app behind a form in 239 kB', async ({
  browser,
}) => {
  const open = async () => {
    const page = await (await browser.newContext()).newPage()
    const finished: Request[] = []
    page.on('requestfinished', (request) => void finished.push(request))
    return { page, finished }
  }
  for (const path of ['', 'about', 'login', 'sign-up'])
    await test.step(`/${path} without the app`, async () => {
      const { page, finished } = await open()
      // The test does not wait for the app.
      await page.route('**/assets/index-*.js', () => undefined)
      await page.goto(`/en-GB/${path}`, { waitUntil: 'load' })
      expect(finished.length).toBeLessThanOrEqual(15)
      expect(await countBytes(finished, 'document', 'stylesheet')).toBeLessThan(25_000)
      expect(await countBytes(finished, 'script')).toBeLessThan(10_000)
      await page.context().close()
    })
  for (const path of ['login', 'sign-up'])
    await test.step(`the app behind /${path}, with no more than that page needs`, async () => {
      const { page, finished } = await open()
      await page.goto(`/en-GB/${path}`)
      await touch(page)
      await untilTheAppRuns(page)
      // Also what the app loads right after its start, so that the number does not depend on the moment.
      await page.waitForLoadState('networkidle')
      // Only the app's own scripts, without that of the consent service.
      const scripts = finished.filter((request) => /\/assets\/[^/]+\.js$/.test(request.url()))
      // A preloaded script may appear twice among the requests, but is sent once.
      const sentScripts = new Map(scripts.map((request) => [request.url(), request])).values()
      const ofOthers = /sonner|files|outbox|profile|admin|programme|provider|certificate|worker/
      expect(
        scripts.map((request) => new URL(request.url()).pathname).filter((one) => ofOthers.test(one)),
      ).toEqual([])
      expect(await countBytes([...sentScripts])).toBeLessThan(239_000)
      await page.context().close()
    })
})
