import { basename } from 'node:path'
import { expect, test } from '@playwright/test'
import { expectAccessible } from '../accessible.ts'
import { demoCoach, signIn } from '../coach.ts'
import { makeFile } from '../large-file.ts'
import { wordsOf } from '../words.ts'
import { forgetPassed, passedAborts, setWeather } from './weather.ts'

const locale = 'es-MX'
const t = wordsOf(locale)

test.afterEach(() => setWeather({}))

test('who signs out is asked about the uploads that this ends, and they are taken back from the store', async ({
  page,
}) => {
  await page.addInitScript(() => {
    Object.defineProperty(window, 'showOpenFilePicker', { value: undefined })
  })
  await signIn(page, demoCoach(locale))
  await page.goto(`/${locale}/files`)
  await forgetPassed()
  await setWeather({ rules: [{ request: 'sendPart', does: 'stall', times: 3 }] })
  const path = await makeFile('unfinished.mp4', 12)
  await page.getByLabel(t('files.choose'), { exact: true }).and(page.locator('input')).setInputFiles(path)
  const row = page.getByRole('listitem').filter({ hasText: basename(path) })
  await expect(row).toContainText(t('files.state.sending'))

  const question = page.getByRole('dialog', { name: t('signOut.uploadsTitle') })
  const signOut = async () => {
    await page.getByRole('button', { name: t('header.menu') }).click()
    await page.getByRole('button', { name: t('header.signOut') }).click()
  }

  await test.step('staying changes nothing', async () => {
    await signOut()
    await expect(question).toContainText(t('signOut.uploads', { count: 1 }))
    await expectAccessible(page)
    await question.getByRole('button', { name: t('signOut.uploadsStay') }).click()
    await expect(row).toContainText(t('files.state.sending'))
    expect(await passedAborts()).toEqual([])
  })

  await test.step('the yes ends them, also on the server', async () => {
    await signOut()
    await question.getByRole('button', { name: t('signOut.uploadsEnd') }).click()
    await expect(page).toHaveURL(new RegExp(`/${locale}/login`))
    expect(await passedAborts()).toEqual([204])
  })
})
