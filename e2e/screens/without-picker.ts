import type { Page } from '@playwright/test'

/** Removes the system's file picker, which Playwright cannot control. The app then uses a file field. */
export const removePicker = (pages: Pick<Page, 'addInitScript'>) =>
  // A string, because the scripts that import this file have no types of a browser.
  pages.addInitScript({
    content: "Object.defineProperty(window, 'showOpenFilePicker', { value: undefined })",
  })
