import { rmSync } from 'node:fs'
import { chromium, type Browser, type BrowserContext, type Page } from '@playwright/test'
import { addresses, ports } from '../../e2e/system/addresses.ts'
import { chromiumArguments, ensureChromium } from '../programs/chromium.ts'
import { loadEnvironment } from './environment.ts'
import { startProduct } from './start-product.ts'

/** Runs the product on separate ports and data, and opens a browser. Deletes the data afterwards. */
export const runInBrowser = async (data: string, run: (browser: Browser) => Promise<void>): Promise<void> => {
  rmSync(data, { recursive: true, force: true })
  Object.assign(process.env, ports, { DATA: data, OUT_DIR: `${data}/dist`, STATIC_DIR: `${data}/dist` })
  loadEnvironment()
  const executablePath = await ensureChromium()
  const product = await startProduct(process.env)
  try {
    const browser = await chromium.launch({ executablePath, args: chromiumArguments })
    await run(browser)
    await browser.close()
  } finally {
    await product.stop()
    rmSync(data, { recursive: true, force: true })
  }
}

/** Opens a page that blocks scripts of other origins, because their banners are not part of the product. */
export const openPage = async (context: BrowserContext): Promise<Page> => {
  await context.route(
    (url) => url.origin !== addresses.site,
    async (route) => (route.request().resourceType() === 'script' ? route.abort() : route.continue()),
  )
  return context.newPage()
}
