import { expect, type Page, type Request } from '@playwright/test'
import { demoCoach } from '../people/coach.ts'
import { expectAccessible, expectFits } from '../screens/accessible.ts'
import { messagesOf } from '../screens/messages.ts'
import { test } from '../screens/test.ts'

test.use({ viewport: { width: 360, height: 740 } })

/** Nothing of the app comes until this is called. */
const holdApp = async (page: Page): Promise<() => void> => {
  const { promise: held, resolve: release } = Promise.withResolvers<void>()
  await page.route('**/assets/index-*.js', async (route) => {
    await held
    await route.continue()
  })
  return release
}

/** Bytes that came over the network for requests, of some kinds if any are named: compressed as they were sent. */
const bytesOf = async (requests: readonly Request[], ...types: string[]): Promise<number> => {
  const sizes = requests
    .filter((request) => types.length === 0 || types.includes(request.resourceType()))
    .map(async (request) => (await request.sizes()).responseBodySize)
  return (await Promise.all(sizes)).reduce((total, size) => total + size, 0)
}

const untilTheAppRuns = (page: Page) => expect(page.locator('#root[data-prerendered]')).toHaveCount(0)

/** The first thing that a person does starts the app. */
const touch = (page: Page) => page.keyboard.press('Shift')

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false })

  for (const locale of ['pt-BR', 'en-US', 'es-AR']) {
    test(
      `a visitor of ${locale} reads the public pages, and goes from one to the next`,
      { tag: '@promise' },
      async ({ page }) => {
        const t = messagesOf(locale)
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
        await expect(page.getByLabel(t('signIn.email'))).toBeVisible()
        // Sent by a browser without the app, a password would stand in the address.
        await page.getByLabel(t('signIn.password'), { exact: true }).fill('secret')
        await page.getByRole('button', { name: t('signIn.submit') }).click()
        expect(page.url()).not.toContain('secret')
      },
    )
  }
})

test('the site’s own address shows the home in the language of the browser', async ({ browser, baseURL }) => {
  for (const [wanted, locale] of [
    ['es-CL', 'es-AR'],
    ['en-NZ', 'en-NZ'],
    ['fr-FR', 'pt-BR'],
  ] as const) {
    const context = await browser.newContext({
      locale: wanted,
      javaScriptEnabled: false,
      baseURL: baseURL ?? '',
    })
    const page = await context.newPage()
    await page.goto('/')
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(messagesOf(locale)('site.tagline'))
    await context.close()
  }
})

for (const path of ['', 'about', 'sign-up', 'login', 'verify', 'change-location', 'sitemap']) {
  test(`the app takes over /${path} without a flash, a shift or another word`, async ({ page }) => {
    const release = await holdApp(page)
    await page.goto(`/es-AR/${path}`)
    // What a browser calls the countries of its lists is its own affair.
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
  })
}

test('what was typed and pressed before the app ran is not lost', { tag: '@promise' }, async ({ page }) => {
  const coach = demoCoach('en-GB')
  const t = messagesOf('en-GB')
  const release = await holdApp(page)
  await page.goto('/en-GB/login')
  await page.getByLabel(t('signIn.email')).fill(coach.email)
  await page.getByLabel(t('signIn.password'), { exact: true }).fill(coach.password)
  await page.getByRole('button', { name: t('signIn.submit') }).click()
  expect(new URL(page.url()).search).toBe('')
  release()
  await expect(page.getByRole('heading', { name: t('courses.title') })).toBeVisible()
})

test('a button that is held while the app takes over is pressed when it is let go', async ({ page }) => {
  const t = messagesOf('en-GB')
  const release = await holdApp(page)
  await page.goto('/en-GB/about')
  await page.getByRole('button', { name: t('header.openMenu') }).hover()
  await page.mouse.down()
  const loaded = page.waitForResponse((response) => response.url().includes('/messages'))
  release()
  await loaded
  await page.waitForTimeout(1000)
  await page.mouse.up()
  await expect(page.getByRole('button', { name: t('header.closeMenu') })).toBeVisible()
})

test('the menu of a page that was only read so far opens at the first tap', async ({ page }) => {
  const t = messagesOf('en-GB')
  const release = await holdApp(page)
  await page.goto('/en-GB/about')
  await page.getByRole('button', { name: t('header.openMenu') }).click()
  release()
  await expect(page.getByRole('button', { name: t('header.closeMenu') })).toBeVisible()
  await expect(page.getByRole('banner').getByRole('link', { name: t('header.signIn') })).toBeVisible()
})

test('the app starts by itself behind a page that nobody touches', async ({ page }) => {
  await page.goto('/en-GB/faq', { waitUntil: 'load' })
  await untilTheAppRuns(page)
})

test('whoever was here before gets the app at once', async ({ page }) => {
  await page.addInitScript(() => localStorage.setItem('device', 'known'))
  const app = page.waitForRequest('**/assets/index-*.js')
  await page.goto('/en-GB/about', { waitUntil: 'commit' })
  await app
})

for (const path of ['', 'about', 'login', 'sign-up']) {
  test(`/${path} is complete after fifteen requests and 25 kB of text, none of it for the app`, async ({
    page,
  }) => {
    const finished: Request[] = []
    page.on('requestfinished', (request) => void finished.push(request))
    // Whatever comes later is not waited for by anybody.
    await page.route('**/assets/index-*.js', () => undefined)
    await page.goto(`/en-GB/${path}`, { waitUntil: 'load' })
    expect(finished.length).toBeLessThanOrEqual(15)
    expect(await bytesOf(finished, 'document', 'stylesheet')).toBeLessThan(25_000)
    expect(await bytesOf(finished, 'script')).toBeLessThan(10_000)
  })
}

for (const path of ['login', 'sign-up']) {
  test(`the app that comes behind /${path} has no more than that page needs, in 235 kB`, async ({ page }) => {
    const finished: Request[] = []
    page.on('requestfinished', (request) => void finished.push(request))
    await page.goto(`/en-GB/${path}`)
    await touch(page)
    await untilTheAppRuns(page)
    // A script that was fetched ahead is asked for twice, and sent once.
    const scripts = finished.filter((request) => request.url().endsWith('.js'))
    const ofOthers = /sonner|files|outbox|profile|admin|programme|provider|certificate|worker/
    expect(
      scripts.map((request) => new URL(request.url()).pathname).filter((one) => ofOthers.test(one)),
    ).toEqual([])
    expect(await bytesOf(scripts)).toBeLessThan(235_000)
  })
}

test('an address that nobody knows is not found, and says so in the words of its locale', async ({
  page,
}) => {
  const t = messagesOf('es-MX')
  expect((await page.goto('/es-MX/there-is-no-such-page'))?.status()).toBe(404)
  await expect(page.getByText(t('error.notFoundTitle')).first()).toBeVisible()
  expect((await page.goto(`/es-MX/${t('courseSlug')}/training-1`))?.status()).toBe(200)
})
