import type { Page } from '@playwright/test'

/** Records the names of the analytics events of a visit, across page loads. Resolves to a function that reads them. */
export const watchEvents = async (page: Page) => {
  await page.addInitScript(() => {
    const list = Object.assign(window, { dataLayer: [] as { event: string }[] }).dataLayer
    list.push = (...entries) => {
      const earlierNames = sessionStorage.getItem('events') ?? ''
      sessionStorage.setItem(
        'events',
        entries.reduce((names, { event }) => `${names} ${event}`, earlierNames),
      )
      return 0
    }
  })
  return () => page.evaluate(() => sessionStorage.getItem('events')?.split(' ') ?? [])
}
