import { writeFile } from 'node:fs/promises'
import { expect } from '@playwright/test'
import { test as base } from '../system/product.ts'
import { startRelay, type Relay } from '../system/relay.ts'
import { setStoreFaults } from '../system/store-faults.ts'
import { chromiumEngine } from './chromium.ts'
import type { Engine, EngineBrowser } from './engine.ts'

type Fixtures = {
  engine: Engine
  relay: Relay
  started: EngineBrowser
  /** The messages in the console that a test expects. */
  expectedInConsole: RegExp
}

/** Matches no message. */
const nothing = /(?!)/

/**
 * A test in the browser of an engine, which reaches the site through a relay. Fails if the console contains
 * errors or warnings that it does not expect.
 */
export const test = base.extend<Fixtures>({
  expectedInConsole: [nothing, { option: true }],
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
  started: async ({ engine, expectedInConsole }, use, info) => {
    const browser = await engine.open(info.outputPath('profile'))
    const complaints = () => browser.complaints().filter((text) => !expectedInConsole.test(text))
    await use(browser)
    if (info.status !== info.expectedStatus || complaints().length > 0) {
      const shown = await browser.page.read('location.href + "\\n" + document.body.innerText').catch(String)
      // Attaches a file, because the report truncates text attachments.
      const path = info.outputPath('page.txt')
      await writeFile(path, [shown, ...complaints()].join('\n'))
      await info.attach('what was on the page and in its console', { path })
    }
    await browser.close()
    expect(complaints(), 'errors and warnings in the console').toEqual([])
  },
})
