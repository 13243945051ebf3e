import { basename } from 'node:path'
import { expect } from '@playwright/test'
import { createRandomFile } from '../device/large-file.ts'
import type { EnginePage } from './engine.ts'
import type { createSteps } from './steps.ts'
import * as words from './words.ts'

/** Opens every kind of layer over the Files screen (opened from the courses), and closes it with Back. */
export const closeByBack = async (page: EnginePage, coach: ReturnType<typeof createSteps>) => {
  const { t } = coach
  const path = await createRandomFile('plano.bin', 1)
  const name = basename(path)
  const preview = words.inDialog(words.heading(name))
  const files = words.heading(t('files.title'))
  const openPreview = async () => {
    await page.click(words.button(name))
    await page.see(preview)
  }
  const expectClosed = async () => {
    await expect.poll(() => page.read(`document.querySelector('dialog[open]') === null`)).toBe(true)
    await page.see(files)
  }
  await page.give(words.fileField(t('files.choose')), path)
  await coach.seeInRow(name, 'files.state.completed')

  await openPreview()
  await page.back()
  await expectClosed()
  // Forward leads to the entry of the preview, and from there the app goes back.
  await page.read(`(() => {
    const go = history.go.bind(history)
    window.steps = []
    history.go = (step) => {
      steps.push(step)
      go(step)
    }
    history.forward()
  })()`)
  await expect.poll(() => page.read('[...steps, history.state.depth ?? 0]')).toEqual([-1, 0])
  await expectClosed()

  await openPreview()
  await page.click(words.inDialog(words.button(t('files.browse.rename'))))
  await page.see(words.inDialog(words.field(t('files.browse.newName'))))
  await page.back()
  await expectClosed()

  await page.click(words.linkWith(t('sync.openOutbox')))
  await page.see(words.inDialog(words.heading(t('outbox.title'))))
  await page.back()
  await expectClosed()

  await openPreview()
  await page.reload()
  await expectClosed()
  await openPreview()
  await page.back()
  await expectClosed()
  await page.back()
  await page.see(words.heading(t('courses.title')))
}
