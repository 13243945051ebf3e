import type { Page } from '@playwright/test'

/** Playwright cannot answer the system's file picker: without it the screen falls back to a plain file field. */
export const withoutPicker = (pages: Pick<Page, 'addInitScript'>) =>
  pages.addInitScript(() => {
    Object.defineProperty(window, 'showOpenFilePicker', { value: undefined })
  })
