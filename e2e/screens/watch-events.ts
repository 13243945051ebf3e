import type { Page } from '@playwright/test'

/** The names of the analytics events of a visit, across page loads. */
export const watchEvents = async (page: Page) => {
  await page.addInitScript(() => {
    const list = Object.assign(window, { dataLayer: [] as { event: string }[] }).dataLayer
    list.push = (...entries) => {
      const seen = sessionStorage.getItem('events') ?? ''
      sessionStorage.setItem(
        'events',
        entries.reduce((names, { event }) => `${names} ${event}`, seen),
      )
      return 0
    }
  })
  return () => page.evaluate(() => sessionStorage.getItem('events')?.split(' ') ?? [])
}
