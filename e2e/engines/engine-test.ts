import { writeFile } from 'node:fs/promises'
import { expect } from '@playwright/test'
import { test as base } from '../system/product.ts'
import { startRelay, type Relay } from '../system/relay.ts'
import { setStoreFaults } from '../system/store-faults.ts'
import { chromiumEngine } from './chromium.ts'
import type { Engine, EngineBrowser } from './engine.ts'

/**
 * A test in the browser of an engine, which reaches the site through a relay. Fails if the console contains
 * errors or warnings.
 */
export const test = base.extend<{ engine: Engine; relay: Relay; started: EngineBrowser }>({
  engine: [chromiumEngine, { option: true }],
  relay: [
    // oxlint-disable-next-line no-empty-pattern -- Playwright reads there which fixtures it needs
    async ({}, use) => {
      const relay = await startRelay()
      await use(relay)
      relay.stop()
      await setStoreFaults({})
    },
    { auto: true },
  ],
  started: async ({ engine }, use, info) => {
    const browser = await engine.open(info.outputPath('profile'))
    await use(browser)
    if (info.status !== info.expectedStatus || browser.complaints().length > 0) {
      const shown = await browser.page.read('location.href + "\\n" + document.body.innerText').catch(String)
      // Attaches a file, because the report truncates text attachments.
      const path = info.outputPath('page.txt')
      await writeFile(path, [shown, ...browser.complaints()].join('\n'))
      await info.attach('what was on the page and in its console', { path })
    }
    await browser.close()
    expect(browser.complaints(), 'errors and warnings in the console').toEqual([])
  },
})
