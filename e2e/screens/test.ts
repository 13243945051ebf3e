import { expect, test as base, type BrowserContext } from '@playwright/test'
import { watchConsole } from './watch-console.ts'

const nothing = /(?!)/

/**
 * A test in Chromium. The consoles of its browsers have to stay free of errors and warnings, but for those that it brings about on
 * purpose: `test.use({ expectedInConsole: /^The sign-in was refused/ })`.
 */
export const test = base.extend<{ expectedInConsole: RegExp; quietConsole: void }>({
  expectedInConsole: [nothing, { option: true }],
  quietConsole: [
    async ({ browser, expectedInConsole }, use) => {
      const heard = browser.contexts().map(watchConsole)
      const listen = (context: BrowserContext) => void heard.push(watchConsole(context))
      browser.on('context', listen)
      await use()
      browser.off('context', listen)
      const unexpected = heard
        .flatMap((complaints) => complaints())
        .filter((text) => !expectedInConsole.test(text))
      expect(unexpected, 'errors and warnings in the console').toEqual([])
    },
    { auto: true },
  ],
})
