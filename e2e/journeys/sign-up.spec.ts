import { expect } from '@playwright/test'
import { confirm, newCoach, signUp } from '../people/coach.ts'
import { fillSignUp } from '../people/coach-of-united-states.ts'
import { failPersonServices } from '../system/fail-next.ts'
import { messagesOf } from '../screens/messages.ts'
import { test } from '../screens/test.ts'

test('while a coach is signing up the form is busy, and nothing is sent twice', async ({ page }) => {
  const t = messagesOf('en-US')
  await fillSignUp(page, newCoach('en-US'))
  const sent: string[] = []
  page.on('request', (asked) => {
    if (asked.method() === 'POST' && asked.url().endsWith('/api/loyalty/signup')) sent.push(asked.url())
  })
  await failPersonServices(page, { target: 'loyalty.signUp', delayMs: 1500 })
  const submit = page.getByRole('button', { name: t('signUp.submit') })
  await submit.dblclick()
  await expect(submit).toHaveAttribute('aria-busy', 'true')
  await page.getByLabel(t('signUp.email'), { exact: true }).press('Enter')
  await expect(page).toHaveURL(new RegExp(`/en-US/${t('coursesHomeSlug')}$`))
  expect(sent).toHaveLength(1)
})

test('a sign-up goes on after a reload, and after the way back from the code, without the password', async ({
  page,
}) => {
  const t = messagesOf('en-GB')
  const coach = newCoach('en-GB')
  const field = (name: string) => page.locator(`[name="${name}"]`)

  await test.step('a reload in the middle', async () => {
    await page.goto('/en-GB/sign-up')
    await field('firstName').fill('Marta')
    await field('email').fill(coach.email)
    await field('password').fill(coach.password)
    await field('job').selectOption({ index: 2 })
    await field('legalAge').check()
    const job = await field('job').inputValue()
    await page.reload()
    await expect(field('firstName')).toHaveValue('Marta')
    await expect(field('email')).toHaveValue(coach.email)
    await expect(field('job')).toHaveValue(job)
    await expect(field('password')).toHaveValue('')
    await expect(field('legalAge')).not.toBeChecked()
  })

  await test.step('back from the code to a mistyped address', async () => {
    await signUp(page, { ...coach, email: `not-${coach.email}` })
    await page.goBack()
    await expect(field('email')).toHaveValue(`not-${coach.email}`)
    await expect(field('numberOfPeople')).toHaveValue('24')
    await field('email').fill(coach.email)
    await field('password').fill(coach.password)
    await field('legalAge').check()
    await page.getByRole('button', { name: t('signUp.submit') }).click()
    await expect(page.getByRole('heading', { name: t('verify.title') })).toBeVisible()
    await confirm(page, coach)
  })
})
