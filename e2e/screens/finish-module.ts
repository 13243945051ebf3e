import { expect, type Page } from '@playwright/test'
import { createTranslator } from './messages.ts'
import { goToNextPage, openStep } from './module-steps.ts'

/** Watches the film of the visible module from beginning to end, at sixteen times the normal speed. */
export const watchFilm = async (page: Page): Promise<void> => {
  const video = page.locator('video')
  await expect(video).toBeVisible()
  // A busy browser may pause playback that a script has started.
  await expect
    .poll(() =>
      video.evaluate(async (element: HTMLVideoElement) => {
        if (element.ended) return 'ended'
        element.muted = true
        element.playbackRate = 16
        if (element.paused) await element.play().catch(() => undefined)
        return 'playing'
      }),
    )
    .toBe('ended')
}

/** Goes through the pages of the visible module's text to the end of the last one. */
export const readToTheEnd = async (page: Page, locale: string): Promise<void> => {
  await openStep(page, locale, 'understand')
  while (await goToNextPage(page, locale));
  await page
    .getByRole('heading', { name: createTranslator(locale)('lesson.keyPoints') })
    .scrollIntoViewIfNeeded()
  await page.keyboard.press('End')
}
