import { test as base } from '@playwright/test'
import { keeperVariable, slot } from './addresses.ts'

/** Asks `keep-products.ts` to start or to discard the product of this worker. */
const ask = async (method: 'GET' | 'DELETE'): Promise<void> => {
  const response = await fetch(`${process.env[keeperVariable]}/${slot}`, { method })
  if (!response.ok) throw new Error(await response.text())
}

/**
 * The base of every journey. A worker has a whole product, which no other worker's journeys use. After a
 * failed journey the product is discarded, so that the second try starts clean.
 */
export const test = base.extend<{ afterFailure: void }, { product: void }>({
  product: [
    // oxlint-disable-next-line no-empty-pattern -- Playwright reads there which fixtures it needs
    async ({}, use) => {
      await ask('GET')
      await use()
    },
    { scope: 'worker', auto: true, timeout: 120_000 },
  ],
  afterFailure: [
    // oxlint-disable-next-line no-empty-pattern -- Playwright reads there which fixtures it needs
    async ({}, use, testInfo) => {
      await use()
      // After a failure, Playwright ends this worker, and the second try gets a new one.
      if (testInfo.status !== testInfo.expectedStatus) await ask('DELETE')
    },
    { auto: true },
  ],
})
