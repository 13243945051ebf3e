import { expect } from '@playwright/test'
import { expectAccessible } from '../../screens/accessible.ts'
import { failPersonServices } from '../../system/fail-next.ts'
import { listCalls } from '../../people/person-calls.ts'
import { signInNewCoach, openProfilePage, switchProfilePage } from '../../screens/profile.ts'
import { createTranslator } from '../../screens/messages.ts'
import { test } from '../../screens/test.ts'

// Longer than 20 s: a coach signs up, and five refusals follow each other.
test('a refused profile is requested again after 3 s, then shown from this device', async ({ page }) => {
  const t = createTranslator('en-US')
  await page.clock.install()
  await signInNewCoach(page, 'en-US')
  await openProfilePage(page, 'en-US', 'details')
  const save = page.getByRole('button', { name: t('common.save'), exact: true })
  await expect(save).toBeVisible()

  await test.step('one refusal: the wait is shown, then the profile', async () => {
    await failPersonServices(page, { target: 'loyalty.userDetails', code: 200_500 })
    await page.reload()
    await expect(page.getByText(t('profile.waiting'))).toBeVisible()
    await page.clock.runFor(2000)
    await expect(save).toHaveCount(0)
    await page.clock.runFor(1000)
    await expect(save).toBeVisible()
  })

  await test.step('two refusals: the copy of this device, and a button to try again', async () => {
    await failPersonServices(page, { target: 'loyalty.userDetails', code: 200_500, times: 2 })
    await page.reload()
    await expect(page.getByText(t('profile.waiting'))).toBeVisible()
    await page.clock.runFor(3000)
    await expect(page.getByText(t('profile.loadFailed'))).toBeVisible()
    await expect(page.getByText('Marta da Silva').filter({ visible: true })).toBeVisible()
    await expectAccessible(page)
    await switchProfilePage(page, 'en-US', t('profile.learning.title'))
    await page.getByLabel(t('profile.interest.families')).check()
    await switchProfilePage(page, 'en-US', t('profile.aboutYou'))
    await page.getByRole('button', { name: t('common.retry') }).click()
    await expect(save).toBeVisible()
    // The pressed button is gone, so the heading of its part has the focus.
    await expect(page.getByRole('heading', { name: t('profile.aboutYou') })).toBeFocused()
    // The other parts do not change. What was chosen there is still chosen.
    await switchProfilePage(page, 'en-US', t('profile.learning.title'))
    await expect(page.getByLabel(t('profile.interest.families'))).toBeChecked()
    await switchProfilePage(page, 'en-US', t('profile.aboutYou'))
  })

  await test.step('a refused name: the answers are not sent, and no input is lost', async () => {
    await failPersonServices(page, { target: 'loyalty.updateProfile', code: 200_500 })
    const before = (await listCalls('loyalty')).filter(({ call }) => call === 'addSurveyResponses').length
    const firstName = page.getByLabel(t('signUp.firstName'), { exact: true })
    await firstName.fill('Teresa')
    await save.click()
    await expect(page.getByRole('alert')).toContainText(t('profile.nameNotSaved'))
    await expect(page.locator(':focus').getByRole('alert')).toBeVisible()
    await expect(firstName).toHaveValue('Teresa')
    const after = (await listCalls('loyalty')).filter(({ call }) => call === 'addSurveyResponses').length
    expect(after).toBe(before)
  })

  await test.step('refused answers: the name is saved, and the screen says so', async () => {
    await failPersonServices(page, { target: 'loyalty.addSurveyResponses', code: 200_500 })
    await save.click()
    await expect(page.getByRole('alert')).toContainText(t('profile.answersNotSaved'))
    await save.click()
    await page.getByRole('link', { name: t('profile.back') }).click()
    await expect(page.getByText('Teresa da Silva').filter({ visible: true })).toBeVisible()
  })
})
