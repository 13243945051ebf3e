import { expect } from '@playwright/test'
import { confirm, goOn, newCoach, signUp } from '../people/coach.ts'
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
  await page.getByLabel(t('signUp.password'), { exact: true }).press('Enter')
  await expect(page).toHaveURL(new RegExp(`/en-US/${t('coursesHomeSlug')}$`))
  expect(sent).toHaveLength(1)
})

test('a sign-up goes on after a reload, and after the way back from the code, without the password', async ({
  page,
}) => {
  const t = messagesOf('en-GB')
  const coach = newCoach('en-GB')
  const field = (name: string) => page.locator(`[name="${name}"]`)

  await test.step('a reload in the middle of a step', async () => {
    await page.goto('/en-GB/sign-up')
    await field('firstName').fill('Marta')
    await field('lastName').fill('da Silva')
    await field('email').fill(coach.email)
    await goOn(page, 'en-GB')
    await field('job').selectOption({ index: 2 })
    const job = await field('job').inputValue()
    await page.reload()
    await expect(page).toHaveURL(/\/en-GB\/sign-up\?step=work$/)
    await expect(field('job')).toBeVisible()
    await expect(field('job')).toHaveValue(job)
    await expect(field('firstName')).toHaveValue('Marta')
    await expect(field('email')).toHaveValue(coach.email)
  })

  await test.step('a reload of the last step, which the password and the consent do not outlive', async () => {
    await page.goto('/en-GB/sign-up?step=agreements')
    await field('password').fill(coach.password)
    await field('legalAge').check()
    await page.evaluate(() => window.scrollTo(0, document.body.scrollHeight))
    await page.reload()
    await expect(field('password')).toBeInViewport()
    await expect(field('password')).toHaveValue('')
    await expect(field('legalAge')).not.toBeChecked()
  })

  await test.step('back from the code to a mistyped address', async () => {
    await signUp(page, { ...coach, email: `not-${coach.email}` })
    await page.goBack()
    await expect(field('password')).toBeVisible()
    await page.goForward()
    await page.getByRole('link', { name: t('verify.backToSignUp') }).click()
    await expect(field('email')).toHaveValue(`not-${coach.email}`)
    await field('email').fill(coach.email)
    await goOn(page, 'en-GB')
    await goOn(page, 'en-GB')
    await field('password').fill(coach.password)
    await field('legalAge').check()
    await page.getByRole('button', { name: t('signUp.submit') }).click()
    await expect(page.getByRole('heading', { name: t('verify.title') })).toBeVisible()
    await confirm(page, coach)
  })
})

test('a step is left when everything it asks is right, and the form sent from the last one', async ({
  page,
}) => {
  const locale = 'pt-BR'
  const t = messagesOf(locale)
  const field = (name: string) => page.locator(`[name="${name}"]`)
  const legend = (name: string) => page.locator(`[data-step="${name}"] legend`)
  await page.goto(`/${locale}/sign-up`)

  await test.step('an empty step says how many fields, and goes to the first', async () => {
    await goOn(page, locale)
    await expect(page.getByText('Confira 3 campos.')).toBeVisible()
    await expect(field('firstName')).toBeFocused()
    await field('firstName').fill('Marta')
    await expect(page.getByText('Confira 2 campos.')).toBeVisible()
    await field('lastName').fill('da Silva')
    await field('email').fill('marta@')
    await field('email').press('Enter')
    await expect(field('email')).toBeFocused()
    await expect(page).toHaveURL(/\/pt-BR\/sign-up$/)
    await field('email').fill('marta@example.com')
    await expect(page.getByText('Confira um campo.')).toBeHidden()
  })

  await test.step('the next step is read out from its top', async () => {
    await field('email').press('Enter')
    await expect(legend('work')).toBeFocused()
    await expect(field('email')).toBeHidden()
  })

  await test.step('what is missing in an earlier step is shown there', async () => {
    await page.goto(`/${locale}/sign-up?step=agreements`)
    await field('password').fill('Pitch-side-2026!')
    await field('legalAge').check()
    await page.getByRole('button', { name: t('signUp.submit') }).click()
    await expect(field('job')).toBeFocused()
    await expect(page).toHaveURL(/step=work$/)
  })
})
