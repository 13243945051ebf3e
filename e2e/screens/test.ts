import { chromium, expect, type BrowserContext } from '@playwright/test'
import { test as base } from '../system/product.ts'
import { translate } from './translator.ts'
import { watchAddresses } from './watch-addresses.ts'
import { watchConsole } from './watch-console.ts'

const matchNothing = /(?!)/

type Launch = Parameters<typeof chromium.launchPersistentContext>

type Fixtures = {
  /** Whether the browser translates every page. */
  translated: boolean
  /** Matches the errors and warnings that a test expects in the console. */
  expectedInConsole: RegExp
  /** Records the console and the addresses of a context. */
  watch: (context: BrowserContext) => void
  /** Starts a separate browser, with the data that an earlier browser stored in the same folder. */
  launch: (...how: Launch) => Promise<BrowserContext>
}

/**
 * A test in Chromium. It fails if the consoles of its browsers contain errors or warnings, except for
 * expected ones: `test.use({ expectedInConsole: /^The sign-in was refused/ })`.
 */
export const test = base.extend<Fixtures>({
  translated: [process.env['TRANSLATED'] !== undefined, { option: true }],
  expectedInConsole: [matchNothing, { option: true }],
  watch: [
    async ({ browser, expectedInConsole, translated }, use, testInfo) => {
      const consoles: ReturnType<typeof watchConsole>[] = []
      const addresses: ReturnType<typeof watchAddresses>[] = []
      const watch = (context: BrowserContext) => {
        consoles.push(watchConsole(context))
        addresses.push(watchAddresses(context))
        if (translated) void context.addInitScript(translate)
      }
      browser.contexts().forEach(watch)
      browser.on('context', watch)
      await use(watch)
      browser.off('context', watch)
      // `npm test` lists them at its end. They help to understand a failure that does not occur again.
      if (testInfo.status !== testInfo.expectedStatus)
        testInfo.annotations.push(
          ...addresses.map((list) => ({ type: 'addresses', description: list().join(', ') })),
          ...consoles.map((messages) => ({ type: 'console', description: messages().join(' | ') })),
        )
      const unexpected = consoles
        .flatMap((messages) => messages())
        .filter((text) => !expectedInConsole.test(text))
      expect(unexpected, 'errors and warnings in the console').toEqual([])
    },
    { auto: true },
  ],
  launch: ({ watch, launchOptions, baseURL }, use) =>
    use(async (folder, options) => {
      const context = await chromium.launchPersistentContext(folder, {
        ...launchOptions,
        baseURL: baseURL ?? '',
        ...options,
      })
      watch(context)
      return context
    }),
})
