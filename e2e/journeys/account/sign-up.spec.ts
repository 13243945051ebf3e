import { expect } from '@playwright/test'
import { readCode, goToNextSignUpStep, createCoach } from '../../people/coach.ts'
import { expectAccessible } from '../../screens/accessible.ts'
import { createTranslator } from '../../screens/messages.ts'
import { test } from '../../screens/test.ts'

// The test signs in before it enters the code, which the pool refuses, on purpose.
test.use({ expectedInConsole: /^The sign-in was refused/ })

const locale = 'en-GB'
const t = createTranslator(locale)
const module = `/${locale}/${t('courseSlug')}/training-3`

test('a sign-up survives reloads and going back from the code, and ends on the requested page', async ({
  page,
}) => {
  const coach = createCoach(locale)
  const field = (name: string) => page.locator(`[name="${name}"]`)

  await test.step('a visitor opens a module, and learns why to sign in', async () => {
    await page.goto(module)
    await expect(page.getByText(t('signIn.toOpen'))).toBeVisible()
    await expectAccessible(page)
    await page
      .getByRole('banner')
      .getByRole('button', { name: t('header.openMenu') })
      .click()
    await page
      .getByRole('banner')
      .getByRole('link', { name: t('header.signUp') })
      .click()
    await expect(page).toHaveURL(/\/en-GB\/\?returnTo=.*#sign-up$/)
    await page
      .getByRole('region', { name: t('home.joinTitle') })
      .getByRole('link', { name: t('home.signUp') })
      .click()
    await expect(page).toHaveURL(/\/en-GB\/sign-up\?returnTo=/)
  })

  await test.step('a reload in the middle of a step loses nothing', async () => {
    await field('firstName').fill('Marta')
    await field('lastName').fill('da Silva')
    await field('email').fill(`not-${coach.email}`)
    await goToNextSignUpStep(page, locale)
    await field('job').selectOption({ index: 2 })
    const job = await field('job').inputValue()
    await page.reload()
    await expect(page).toHaveURL(/step=work/)
    await expect(field('job')).toBeVisible()
    await expect(field('job')).toHaveValue(job)
    await expect(field('firstName')).toHaveValue('Marta')
  })

  await test.step('a reload of the last step clears the password and the consent', async () => {
    for (const name of ['workFrom', 'sportType', 'youngFemale', 'mktChannel'])
      await field(name).selectOption({ index: 1 })
    await field('numberOfPeople').fill('24')
    await goToNextSignUpStep(page, locale)
    await field('password').fill(coach.password)
    await field('legalAge').check()
    await page.evaluate(() => window.scrollTo(0, document.body.scrollHeight))
    await page.reload()
    await expect(field('password')).toBeInViewport()
    await expect(field('password')).toHaveValue('')
    await expect(field('legalAge')).not.toBeChecked()
  })

  const send = async () => {
    await field('password').fill(coach.password)
    await field('legalAge').check()
    await page.getByRole('button', { name: t('signUp.submit') }).click()
    await expect(page.getByRole('heading', { name: t('confirmEmail.title') })).toBeVisible()
  }
  await test.step('go back from the code to a mistyped address', async () => {
    await send()
    await page.goBack()
    await expect(field('password')).toBeVisible()
    await page.goForward()
    await page.getByRole('link', { name: t('confirmEmail.backToSignUp') }).click()
    await expect(field('email')).toHaveValue(`not-${coach.email}`)
    await field('email').fill(coach.email)
    await goToNextSignUpStep(page, locale)
    await goToNextSignUpStep(page, locale)
    await send()
  })

  await test.step('a sign-in before the code is entered sends another code, and leads to it', async () => {
    const before = await readCode(coach.email)
    await page.goto(`/${locale}/login?returnTo=${module}`)
    await expect(page.getByLabel(t('signIn.email'))).toHaveValue(coach.email)
    await page.getByLabel(t('signIn.password'), { exact: true }).fill(coach.password)
    await page.getByRole('button', { name: t('signIn.submit'), exact: true }).click()
    await expect(page.getByRole('heading', { name: t('confirmEmail.title') })).toBeVisible()
    expect(await readCode(coach.email)).not.toBe(before)
  })

  await test.step('the code signs in, and leads to the module', async () => {
    await page.getByLabel(t('confirmEmail.code')).fill(await readCode(coach.email))
    await page.getByRole('button', { name: t('confirmEmail.submit'), exact: true }).click()
    await expect(page).toHaveURL(new RegExp(`${module}\\?step=watch$`))
  })
})
