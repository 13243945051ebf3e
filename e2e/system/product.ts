import { test as base } from '@playwright/test'
import { keeperVariable, slot } from './addresses.ts'

/** Asks the run's keeper of products (`keep-products.ts`) about that of this worker. */
const ask = async (method: 'GET' | 'DELETE'): Promise<void> => {
  const response = await fetch(`${process.env[keeperVariable]}/${slot}`, { method })
  if (!response.ok) throw new Error(await response.text())
}

/**
 * The root of every journey: a worker has a whole product, that no other worker's journeys meet. The one in which a journey failed
 * is left behind, so that its second try has nothing of the first.
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
      // Playwright ends the worker then.
      if (testInfo.status !== testInfo.expectedStatus) await ask('DELETE')
    },
    { auto: true },
  ],
})
