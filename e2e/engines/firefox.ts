import { launch, type ConsoleMessage, type JSHandle, type Page } from 'puppeteer-core'
import { findFirefox } from '../../scripts/programs/engine-programs.ts'
import { limit, until, type Engine } from './engine.ts'

const start = (folder: string) => {
  const executablePath = findFirefox()
  return launch({
    browser: 'firefox',
    ...(executablePath !== undefined && { executablePath }),
    headless: true,
    timeout: limit,
    protocolTimeout: limit,
    userDataDir: folder,
  })
}

/** Firefox's own messages about requests that failed, or for which a page did not wait. */
const isOfRequest = (text: string) =>
  /Cross-Origin Request Blocked|A ServiceWorker intercepted the request/.test(text)

/** The value from WebDriver BiDi's message, because the page may unload before it can be asked. */
const formatArgument = (argument: JSHandle): string =>
  'remoteValue' in argument && typeof argument.remoteValue === 'function'
    ? JSON.stringify(argument.remoteValue())
    : String(argument)

const formatMessage = (message: ConsoleMessage): string => message.args().map(formatArgument).join(' ')

const watch = (page: Page): string[] => {
  const complaints: string[] = []
  page.on('console', (message) => {
    if (['error', 'warn'].includes(message.type())) complaints.push(formatMessage(message))
  })
  page.on('pageerror', (error) => {
    if (!isOfRequest(String(error))) complaints.push(String(error))
  })
  return complaints
}

/** Implements the operations of EnginePage with puppeteer. */
const createWords = (page: Page) => {
  const find = (xpath: string, visible = true) =>
    until(xpath, async () => {
      const element = await page.$(`xpath/${xpath}`)
      if (element && (!visible || (await element.isVisible()))) return element
      await element?.dispose()
      return undefined
    })
  const click = (xpath: string) =>
    until(`${xpath}, to be clicked`, async () => {
      const element = await find(xpath)
      // A smooth scroll would move the element away from the click.
      await element.evaluate((found) => found.scrollIntoView({ behavior: 'instant', block: 'center' }))
      await element.click()
      return true
    })
  return { find, click }
}

export const firefoxEngine: Engine = {
  name: 'Firefox',
  copiesFiles: true,
  // Firefox does not cache a page that holds a lock, and the uploads of a page hold a lock.
  cachesPages: false,
  open: async (folder) => {
    const browser = await start(folder)
    const [page = await browser.newPage()] = await browser.pages()
    page.setDefaultTimeout(limit)
    await page.setViewport({ width: 360, height: 740 })
    const complaints = watch(page)
    const { find, click } = createWords(page)
    return {
      complaints: () => complaints,
      close: () => browser.close(),
      page: {
        goto: async (url) => void (await page.goto(url)),
        reload: async () => void (await page.reload()),
        // Puppeteer's `goBack` waits for a load, which a page from the back/forward cache does not fire.
        back: () => page.evaluate(() => setTimeout(() => history.back())).then(() => undefined),
        see: async (xpath) => void (await find(xpath)),
        click: async (xpath) => void (await click(xpath)),
        fill: async (xpath, text) => {
          await click(xpath)
          await page.keyboard.type(text)
        },
        give: async (xpath, path) => {
          const input = await (await find(xpath, false)).toElement('input')
          await input.uploadFile(path)
        },
        read: (expression) => page.evaluate(expression),
      },
    }
  },
}
