import { expect, type Page } from '@playwright/test'

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

/** Scrolls to the end of the text of the visible module. */
export const readToTheEnd = async (page: Page): Promise<void> => {
  await page.locator('main form').scrollIntoViewIfNeeded()
}
