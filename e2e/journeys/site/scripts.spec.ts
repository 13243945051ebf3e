import { expect, type Page } from '@playwright/test'
import { expectAccessible } from '../../screens/accessible.ts'
import { addresses } from '../../system/addresses.ts'
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

test('with a banner, nothing is tagged before consent, and the consent is remembered', async ({ page }) => {
  const { requested, refused } = watch(page)
  await page.goto('/en-NZ/faq')
  const banner = page.getByRole('region', { name: 'Cookies' })
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
})
