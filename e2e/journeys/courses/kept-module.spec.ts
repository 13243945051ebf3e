import { expect, type Page } from '@playwright/test'
import { expectAccessible } from '../../screens/accessible.ts'
import { signIn } from '../../people/coach.ts'
import { waitUntilReadyForOffline } from '../../device/ready-for-offline.ts'
import { registerCoach } from '../../people/registered-coach.ts'
import { addresses } from '../../system/addresses.ts'
import { readCourseTexts, createTranslator } from '../../screens/messages.ts'
import { openStep } from '../../screens/module-steps.ts'
import { expectReadsOnPaper } from '../../screens/paper.ts'
import { test } from '../../screens/test.ts'

const t = createTranslator('es-MX')
const { title } = readCourseTexts('es-MX')('training', 'training-3')
const path = `${t('courseSlug')}/training-3`
const module = `/es-MX/${path}`

/** Plays the video from its last third, which only a range request can reach. */
const play = (page: Page) =>
  page.locator('video').evaluate(async (video: HTMLVideoElement) => {
    video.muted = true
    await video.play()
    const seeked = new Promise((resolve) => video.addEventListener('seeked', resolve, { once: true }))
    video.currentTime = video.duration * 0.7
    await seeked
  })

/** The current position in the video, from 0 to 1. */
const played = (page: Page) =>
  page.locator('video').evaluate(({ currentTime, duration }: HTMLVideoElement) => currentTime / duration)

const captions = (page: Page) =>
  page.locator('video').evaluate(({ textTracks }: HTMLVideoElement) => textTracks[0]?.cues?.length ?? 0)

test(
  'a coach keeps a module on the phone, plays it offline, and removes it again',
  { tag: '@promise' },
  async ({ page, context }) => {
    await signIn(page, await registerCoach('es-MX'), path)
    await page.getByRole('button', { name: /^Descargar en este dispositivo \(\d+\s?kB\)$/ }).click()
    await expect(page.getByText(/^Descargado en este dispositivo · /)).toBeVisible()
    await expectAccessible(page)
    await expectReadsOnPaper(page, { sheets: 6, locale: t('localeName.es-MX') })
    await page.emulateMedia({ media: 'print' })
    await expect(page.getByText(`${addresses.site}${module}`)).toBeVisible()
    await expect(page.locator('main figure img')).toBeVisible()
    await page.emulateMedia({ media: null })
    await waitUntilReadyForOffline(page, 'es-MX')
    // Only the kept copy may provide the video: no cache of played videos, and no cache of the browser.
    await page.evaluate(async () => {
      await caches.delete('videos')
      await caches.delete('pictures')
    })
    const devtools = await context.newCDPSession(page)
    await devtools.send('Network.clearBrowserCache')

    await context.setOffline(true)
    await page.goto(module)
    await play(page)
    await expect.poll(() => played(page)).toBeGreaterThan(0.7)
    await expect.poll(() => captions(page)).toBeGreaterThan(0)
    await test.step('the drill opens in pitch mode, with its diagram', async () => {
      await openStep(page, 'es-MX', 'run')
      const open = page.getByRole('button', { name: t('pitch.open') })
      await open.click()
      const drill = page.getByRole('dialog')
      await expect(drill.getByText(/^1.de/)).toBeVisible()
      const isDrawn = (canvas: HTMLCanvasElement) =>
        canvas.getContext('2d')?.getImageData(0, 0, 1, 1).data[3] === 255
      await expect.poll(() => drill.locator('canvas').evaluate(isDrawn)).toBe(true)
      await expectAccessible(page)
      await drill.getByRole('button', { name: t('pitch.next') }).click()
      await page.reload()
      await expect(drill.getByText(/^2.de/)).toBeVisible()
      await page.keyboard.press('Escape')
      await expect(drill).toHaveCount(0)
    })
    await page.goto(`/es-MX/${t('courseSlug')}`)
    await expect(page.getByText(t('offline.keptShort'), { exact: true })).toBeVisible()

    await page.goto('/es-MX/storage')
    await expect(page.getByRole('link', { name: t('profile.back') })).toBeVisible()
    await page.getByText('Ver 1 módulo').click()
    await expect(page.getByRole('heading', { name: title })).toBeVisible()
    await expectAccessible(page)
    const remove = t('offline.actionOn', { action: t('offline.remove'), title })
    await page.getByRole('button', { name: remove }).click()
    await expect(page.getByText(t('storage.noModules'))).toBeVisible()
    await page.goto(`${module}?step=watch`)
    await expect(page.getByText(t('courses.videoNotHere'))).toBeVisible()
    await expect(page.getByText(t('offline.needsConnection'))).toBeVisible()
  },
)
