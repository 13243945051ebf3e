import { expect, type Page } from '@playwright/test'

/** Watches the film of the module on screen from its beginning to its end, sixteen times as fast as people do. */
export const watchFilm = async (page: Page): Promise<void> => {
  const video = page.locator('video')
  await expect(video).toBeVisible()
  // A browser that is busy may pause by itself what a script has begun.
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

/** Reads the text of the module on screen to its end. */
export const readToTheEnd = async (page: Page): Promise<void> => {
  await page.locator('main form').scrollIntoViewIfNeeded()
}
