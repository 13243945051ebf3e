import { expect } from '@playwright/test'
import { expectAccessible } from '../screens/accessible.ts'
import { chooseFirstOptions } from '../screens/answer-survey.ts'
import { signIn } from '../people/coach.ts'
import { registeredCoach } from '../people/registered-coach.ts'
import { messagesOf } from '../screens/messages.ts'
import { test } from '../screens/test.ts'

const t = messagesOf('en-GB')

test('impatient taps and endless words make one entry, which can be deleted and brought back by keyboard', async ({
  page,
  context,
}) => {
  await signIn(page, await registeredCoach('en-GB'))
  await page.goto(`/en-GB/${t('courseSlug')}/training-extra`)
  await expect(page.getByRole('heading', { name: t('survey.title') })).toBeVisible()
  // What the sign-up left to send would stand in the outbox beside the survey.
  await expect(page.locator('header output')).toHaveText(t('sync.allSaved'))
  await context.setOffline(true)
  await chooseFirstOptions(page)
  await page.getByRole('textbox').fill('W'.repeat(500))
  await page.locator('main form').evaluate((form: HTMLFormElement) => {
    for (let times = 0; times < 5; times += 1) form.requestSubmit()
  })
  await expect(page.getByText(t('survey.saved'), { exact: true }).first()).toBeVisible()
  await expectAccessible(page)

  await page
    .locator('header')
    .getByRole('link', { name: t('sync.openOutbox') })
    .click()
  // That the text was read to its end waits there too.
  const answers = t('outbox.event.surveyAnswered')
  await page.getByRole('main').getByRole('heading', { level: 3 }).first().click()
  const remove = page.getByRole('button', { name: t('outbox.deleteThis', { title: answers }) })
  await expect(remove).toHaveCount(1)
  await remove.focus()
  await page.keyboard.press('Enter')
  await expect(remove).toHaveCount(0)
  await expect(page.getByRole('button', { name: t('common.undo') })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(remove).toHaveCount(1)
  await expect(page.getByRole('heading', { name: t('outbox.journalHeading') })).toBeFocused()
})
