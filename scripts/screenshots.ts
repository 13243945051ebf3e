import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { chromium, type Browser, type BrowserContext, type Page } from '@playwright/test'
import { demoCoach, signIn } from '../e2e/people/coach.ts'
import { messagesOf } from '../e2e/screens/messages.ts'
import { addresses, ports } from '../e2e/system/addresses.ts'
import { readTexts } from '../locales/read-catalogue.ts'
import { localeCodes, locales, type LocaleCode } from '../src/config/locales.ts'
import { chromiumArguments, ensureChromium } from './chromium.ts'
import { loadEnvironment } from './environment.ts'
import { root } from './processes.ts'
import { startProduct } from './product.ts'

/**
 * `npm run screenshots` takes the pictures that a browser shows before it installs the app: it runs the product on
 * ports and data of its own and takes one locale of each language. `vite-plugins/manifests.ts` states their sizes.
 */
const site = addresses.site
const data = '.data/screenshots'
const folder = join(root, 'public', 'screenshots')

const overridesOf = (code: LocaleCode): number => JSON.stringify(readTexts(code, 'messages')).length

/** Of each language the locale that differs least from it. */
const localeByLanguage = new Map(
  localeCodes
    .toReversed()
    .toSorted((a, b) => overridesOf(b) - overridesOf(a))
    .map((code) => [locales[code].language, code] as const),
)

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

const takeAll = async (browser: Browser, language: string, locale: LocaleCode): Promise<void> => {
  const t = messagesOf(locale)
  const phone = await browser.newContext({ viewport: narrow, baseURL: site })
  const page = await openPage(phone)
  await page.goto(`/${locale}/`)
  await take(page, `${language}-home`)
  await signIn(page, demoCoach(locale))
  // The greeting that is over in a moment is no part of the picture.
  await page.locator('[data-sonner-toast]').first().waitFor({ state: 'detached' })
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

rmSync(data, { recursive: true, force: true })
Object.assign(process.env, ports, { DATA: data, OUT_DIR: `${data}/dist`, STATIC_DIR: `${data}/dist` })
loadEnvironment()
const executablePath = await ensureChromium()
const product = await startProduct()
mkdirSync(folder, { recursive: true })
const browser = await chromium.launch({ executablePath, args: chromiumArguments })
for (const [language, locale] of localeByLanguage) await takeAll(browser, language, locale)
await browser.close()
await product.stop()
rmSync(data, { recursive: true, force: true })
