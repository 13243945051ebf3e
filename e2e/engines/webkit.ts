import { join } from 'node:path'
import { Builder, By, Capabilities, type WebDriver, type WebElement } from 'selenium-webdriver'
import { until, type Engine } from './engine.ts'
import { startWebKitDriver } from './webkit-driver.ts'

const browserScript = join(import.meta.dirname, 'webkit-browser.py')

const startBrowser = (address: string): Promise<WebDriver> => {
  const capabilities = new Capabilities()
    .setBrowserName('MiniBrowser')
    .set('webkitgtk:browserOptions', { binary: browserScript, args: [] })
  return new Builder().usingServer(address).withCapabilities(capabilities).build()
}

/** Implements the operations of EnginePage with WebDriver. */
const createWords = (driver: WebDriver) => {
  const find = (xpath: string, visible = true): Promise<WebElement> =>
    until(xpath, async () => {
      const [element] = await driver.findElements(By.xpath(xpath))
      return element && (!visible || (await element.isDisplayed())) ? element : undefined
    })
  const click = (xpath: string) =>
    until(`${xpath}, to be clicked`, async () => {
      const element = await find(xpath)
      // A smooth scroll would move the element away from the click.
      const scroll = 'arguments[0].scrollIntoView({ behavior: "instant", block: "center" })'
      await driver.executeScript(scroll, element)
      await element.click()
      return true
    })
  return { find, click }
}

export const webkitEngine: Engine = {
  name: 'WebKitGTK',
  copiesFiles: false,
  cachesPages: true,
  open: async (folder) => {
    const { address, complaints, stop } = await startWebKitDriver('WebKitWebDriver', folder)
    const driver = await startBrowser(address).catch((error: unknown) => {
      stop()
      throw error
    })
    const { find, click } = createWords(driver)
    return {
      complaints,
      close: async () => {
        await driver.quit().catch(() => undefined)
        stop()
      },
      page: {
        goto: (url) => driver.get(url),
        reload: () => driver.navigate().refresh(),
        back: () => driver.navigate().back(),
        see: async (xpath) => void (await find(xpath)),
        click: async (xpath) => void (await click(xpath)),
        fill: async (xpath, text) => (await find(xpath)).sendKeys(text),
        give: async (xpath, path) => (await find(xpath, false)).sendKeys(path),
        read: (expression) => driver.executeScript(`return ${expression}`),
      },
    }
  },
}
