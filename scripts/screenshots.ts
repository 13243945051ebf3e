import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { chromium, type Browser, type BrowserContext, type Page } from '@playwright/test'
import { demoCoach, signIn } from '../e2e/people/coach.ts'
import { messagesOf } from '../e2e/screens/messages.ts'
import { chromiumArguments, ensureChromium } from './chromium.ts'
import { root } from './processes.ts'

/**
 * Takes the pictures that a browser shows before it installs the app, from the running product (`npm start`): one locale
 * for each language. Sizes are told in `vite-plugins/manifests.ts`.
 */
const site = process.env['PUBLIC_ORIGIN'] ?? 'http://localhost:8080'
const folder = join(root, 'public', 'screenshots')
const localeOf = { pt: 'pt-BR', en: 'en-GB', es: 'es-MX' }

const narrow = { width: 360, height: 740 }
const wide = { width: 1280, height: 800 }

const take = async (page: Page, name: string): Promise<void> => {
  await page.waitForLoadState('networkidle')
  const browser = await page.context().newCDPSession(page)
  // Playwright itself takes no WebP.
  const size = page.viewportSize() ?? narrow
  const { data } = await browser.send('Page.captureScreenshot', {
    format: 'webp',
    quality: 60,
    clip: { x: 0, y: 0, ...size, scale: size.width > narrow.width ? 1 : 1.5 },
  })
  writeFileSync(join(folder, `${name}.webp`), Buffer.from(data, 'base64'))
}

/** A page without other people's scripts: their banners are no part of the product. */
const openPage = async (context: BrowserContext): Promise<Page> => {
  await context.route(
    (url) => url.origin !== site,
    async (route) => (route.request().resourceType() === 'script' ? route.abort() : route.continue()),
  )
  return context.newPage()
}

const takeAll = async (browser: Browser, language: keyof typeof localeOf): Promise<void> => {
  const locale = localeOf[language]
  const t = messagesOf(locale)
  const phone = await browser.newContext({ viewport: narrow, baseURL: site })
  const page = await openPage(phone)
  await page.goto(`/${locale}/`)
  await take(page, `${language}-home`)
  await signIn(page, demoCoach(locale))
  // The greeting that is over in a moment is no part of the picture.
  await page.waitForTimeout(4000)
  await take(page, `${language}-courses`)
  await page.goto(`/${locale}/${t('courseSlug')}/training-1`)
  await page.getByRole('heading', { level: 1 }).scrollIntoViewIfNeeded()
  await take(page, `${language}-module`)
  const computer = await browser.newContext({
    viewport: wide,
    baseURL: site,
    storageState: await phone.storageState({ indexedDB: true }),
  })
  const large = await openPage(computer)
  await large.goto(`/${locale}/${t('coursesHomeSlug')}`)
  await take(large, `${language}-wide`)
  await phone.close()
  await computer.close()
}

mkdirSync(folder, { recursive: true })
const browser = await chromium.launch({
  executablePath: await ensureChromium(),
  args: chromiumArguments,
})
for (const language of ['pt', 'en', 'es'] as const) await takeAll(browser, language)
await browser.close()
