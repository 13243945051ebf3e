import { expect, type Browser, type Page } from '@playwright/test'
import { signIn } from '../../people/coach.ts'
import { registerCoach } from '../../people/registered-coach.ts'
import { expectAccessible } from '../../screens/accessible.ts'
import { addresses } from '../../system/addresses.ts'
import { slowDown, watchLayoutShifts } from '../../screens/layout-shifts.ts'
import { createTranslator } from '../../screens/messages.ts'
import { expectReadsOnPaper } from '../../screens/paper.ts'
import { test } from '../../screens/test.ts'

/** The events that the tags of all pages have collected. */
const collected = async (): Promise<Record<string, unknown>[]> => {
  const answer = await fetch(`${addresses.scripts}/_stored`)
  return (await answer.json()) as Record<string, unknown>[]
}

/** The third-party scripts that a page requests, and violations of the policy, which fail the test. */
const watch = (page: Page) => {
  const requested: string[] = []
  const refused: string[] = []
  page.on('request', (request) => {
    const { origin, pathname } = new URL(request.url())
    if (origin === addresses.scripts && pathname.endsWith('.js')) requested.push(pathname)
  })
  page.on('console', (message) => {
    if (message.text().includes('Content Security Policy')) refused.push(message.text())
  })
  return { requested, refused }
}
const opacity = (page: Page) => page.evaluate(() => getComputedStyle(document.body).opacity)

test('without a consent banner, the tag records pages, scrolling, links and the locale, but no certificate', async ({
  page,
}) => {
  const t = createTranslator('es-AR')
  const number = '2222-2222-2222'
  const tag = 'script[src$="/tag/es-AR.js"]'
  const { requested, refused } = watch(page)
  const follow = (id: string) =>
    page
      .getByRole('contentinfo')
      .getByRole('link', { name: t(id) })
      .click()
  // A page with the number of a certificate in its address loads no third-party scripts.
  await page.goto(`/es-AR/verify/${number}`)
  await expect(page.getByText(t('verifyCertificate.unknown'))).toBeVisible()
  expect(requested).toEqual([])
  await follow('footer.faq')
  await expect.poll(() => requested).toEqual(['/tag/es-AR.js'])
  await expect(page.locator(tag)).toHaveCount(1)
  await expect(page.getByRole('heading', { level: 1, name: t('footer.faq') })).toBeVisible()
  // The page is hidden until the tag has loaded, and no longer.
  await expect.poll(() => opacity(page)).toBe('1')
  await page.keyboard.press('End')
  await follow('footer.contact')

  const faq = '/es-AR/faq'
  for (const entry of [
    { event: 'locale', locale: 'es-AR', country: 'AR', language: 'es', localBrand: 'Rompiendo Barreras' },
    { event: 'page_view', path: faq, locale: 'es-AR' },
    { event: 'scroll', path: faq, percent: 100 },
    { event: 'link_click', path: faq, target: '/es-AR/contact', outbound: false },
    { event: 'page_view', path: '/es-AR/contact', locale: 'es-AR' },
  ])
    await expect.poll(collected).toContainEqual(expect.objectContaining(entry))
  expect(await page.evaluate(() => document.referrer)).not.toContain(number)
  // Back loads a separate document without scripts. So does the location selector, which keeps the number.
  await page.goBack()
  await page.goBack()
  await expect(page.getByText(t('verifyCertificate.unknown'))).toBeVisible()
  await expect(page.locator(tag)).toHaveCount(0)
  await follow('footer.changeLocation')
  await expect(page).toHaveURL(new RegExp(number))
  await expect(page.getByRole('heading', { level: 1, name: t('changeLocation.title') })).toBeVisible()
  await expect(page.locator(tag)).toHaveCount(0)
  expect(JSON.stringify(await collected())).not.toContain(number)
  expect(refused).toEqual([])
})

const findBanner = (page: Page) => page.getByRole('region', { name: 'Cookies' })

/** A new visitor with a phone. */
const openPhone = async (browser: Browser) =>
  (await browser.newContext({ viewport: { width: 360, height: 740 } })).newPage()

/**
 * Expects that the banner is low, is above the bar of the app if there is one, and leaves the end of the page
 * visible.
 */
const expectOutOfTheWay = async (page: Page, barTop = 740): Promise<void> => {
  const { y, height } = (await findBanner(page).boundingBox()) ?? { y: NaN, height: NaN }
  expect(height).toBeLessThanOrEqual(200)
  expect(Math.abs(y + height - barTop)).toBeLessThanOrEqual(1)
  const endOfContent = await page.evaluate(() => {
    window.scrollTo({ top: document.documentElement.scrollHeight, behavior: 'instant' })
    const parts = [...document.querySelectorAll('main, footer')]
    return Math.max(...parts.map((part) => part.getBoundingClientRect().bottom))
  })
  expect(endOfContent).toBeLessThanOrEqual(y + 1)
}

/** Expects that a public page moves neither on the first visit nor on a later one, while a banner appears. */
const expectNoShift = async (page: Page, path: string): Promise<void> => {
  const countShifts = await watchLayoutShifts(page)
  await slowDown(page)
  await page.goto(`/pt-BR/${path}`)
  // Starts the app, which loads the banner.
  await page.keyboard.press('Shift')
  await expect(findBanner(page)).toBeVisible({ timeout: 20_000 })
  await expect(page.locator('#root[data-prerendered]')).toHaveCount(0)
  expect(await countShifts(), 'the first visit').toBeLessThan(0.02)
  // The service worker serves the app, which draws the page itself.
  await page.evaluate(async () => void (await navigator.serviceWorker.ready))
  await page.reload()
  await expect(findBanner(page)).toBeVisible({ timeout: 20_000 })
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  expect(await countShifts(), 'a later visit').toBeLessThan(0.02)
}

test('with a banner, nothing is tagged before consent, and the consent is remembered', async ({
  page,
  browser,
}) => {
  const { requested, refused } = watch(page)
  await page.goto('/en-NZ/faq')
  const banner = findBanner(page)
  await expect(banner).toBeVisible()
  await expectAccessible(page)
  await expectReadsOnPaper(page, { sheets: 1, locale: createTranslator('en-NZ')('localeName.en-NZ') })
  expect(requested).toEqual(['/consent/en-NZ.js'])
  await banner.getByRole('button', { name: 'Allow' }).click()
  await expect.poll(() => requested).toEqual(['/consent/en-NZ.js', '/tag/en-NZ.js'])
  await expect(banner).toBeHidden()

  await page.reload()
  await expect.poll(() => requested.slice(2)).toEqual(['/consent/en-NZ.js', '/tag/en-NZ.js'])
  await expect.poll(() => opacity(page)).toBe('1')

  await page.goto('/en-NZ/faq?allowScripts=false')
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await expect.poll(() => requested.slice(4)).toEqual(['/consent/en-NZ.js'])
  expect(refused).toEqual([])

  for (const path of ['', 'login', 'sign-up', 'faq'])
    await test.step(`on a phone, /${path} does not move while the banner appears`, async () => {
      const phone = await openPhone(browser)
      await expectNoShift(phone, path)
      await expectOutOfTheWay(phone)
      await phone.context().close()
    })

  await test.step('for a coach it is above the bar of the app, and its buttons have the same weight', async () => {
    const phone = await openPhone(browser)
    await signIn(phone, await registerCoach('en-GB'))
    const bar = phone.getByRole('navigation', { name: createTranslator('en-GB')('appBar.navigation') })
    await expectOutOfTheWay(phone, (await bar.boundingBox())?.y)
    const [allow, decline] = await findBanner(phone)
      .getByRole('button')
      .evaluateAll((buttons) =>
        buttons.map((button) => {
          const { width, height } = button.getBoundingClientRect()
          const { backgroundColor, color, fontWeight } = getComputedStyle(button)
          return { width, height, backgroundColor, color, fontWeight }
        }),
      )
    expect(allow).toEqual(decline)
    expect(decline?.height).toBeGreaterThanOrEqual(44)
    await findBanner(phone).getByRole('button', { name: 'Decline' }).press('Enter')
    await expect(findBanner(phone)).toHaveCount(0)
    await phone.context().close()
  })
})
