import type { Page } from '@playwright/test'

/** Removes the system's file picker, which Playwright cannot control. The app then uses a file field. */
export const removePicker = (pages: Pick<Page, 'addInitScript'>) =>
  pages.addInitScript(() => {
    Object.defineProperty(window, 'showOpenFilePicker', { value: undefined })
  })
