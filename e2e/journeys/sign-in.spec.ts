import { expect } from '@playwright/test'
import { expectAccessible } from '../screens/accessible.ts'
import { confirm, demoCoach, signIn, signUp } from '../people/coach.ts'
import { failUserPool } from '../system/fail-next.ts'
import { unconfirmedCoach } from '../people/registered-coach.ts'
import { messagesOf } from '../screens/messages.ts'
import { test } from '../screens/test.ts'

test.use({ expectedInConsole: /^The sign-(in|up) was refused\./ })

test('a wrong password and an unknown address are told apart, and what was typed stays', async ({ page }) => {
  const t = messagesOf('es-AR')
  const coach = demoCoach('es-AR')
  await page.goto('/es-AR/login')
  const email = page.getByLabel(t('signIn.email'))
  const submit = page.getByRole('button', { name: t('signIn.submit'), exact: true })
  await email.fill(coach.email)
  await page.getByLabel(t('signIn.password'), { exact: true }).fill('not-The-1-password')
  await submit.click()
  await expect(page.getByRole('alert')).toContainText(t('errorMessage.passwordIsWrong'))
  await expect(email).toHaveValue(coach.email)

  await email.fill('nobody@example.com')
  await submit.click()
  await expect(page.getByRole('alert')).toContainText(t('errorMessage.authSignUpUserNotFound'))

  await email.fill('not an address')
  await submit.click()
  // Said at the field, and in a toast.
  await expect(page.getByText(t('errorMessage.authEmailValid'))).toHaveCount(2)
  await expect(email).toBeFocused()
})

test('a user pool that takes the sign-in and never responds keeps nobody waiting for ever', async ({
  page,
}) => {
  const t = messagesOf('pt-BR')
  const coach = demoCoach('pt-BR')
  await page.goto('/pt-BR/login')
  const email = page.getByLabel(t('signIn.email'))
  const submit = page.getByRole('button', { name: t('signIn.submit'), exact: true })
  await email.fill(coach.email)
  await page.getByLabel(t('signIn.password'), { exact: true }).fill(coach.password)
  await failUserPool(page, { target: 'InitiateAuth', never: true })
  await submit.click()
  await expect(page.getByRole('alert')).toContainText(t('error.timeout'))
  await expect(email).toHaveValue(coach.email)
  await submit.click()
  await expect(page.getByRole('heading', { name: t('courses.title') })).toBeVisible()
})

test('who signs in before confirming gets a new code and goes on there', async ({ page }) => {
  const t = messagesOf('en-NZ')
  const coach = await unconfirmedCoach('en-NZ')
  await page.goto('/en-NZ/login')
  await page.getByLabel(t('signIn.email')).fill(coach.email)
  await page.getByLabel(t('signIn.password'), { exact: true }).fill(coach.password)
  await page.getByRole('button', { name: t('signIn.submit'), exact: true }).click()
  await expect(page.getByRole('heading', { name: t('verify.title') })).toBeVisible()

  const code = page.getByLabel(t('verify.code'))
  const submit = page.getByRole('button', { name: t('verify.submit'), exact: true })
  await code.fill('12345')
  await submit.click()
  await expect(page.getByText(t('errorMessage.authCodeverify')).first()).toBeVisible()
  await expect(code).toBeFocused()

  await code.fill('000000')
  await submit.click()
  await expect(page.getByRole('alert').first()).toContainText(t('errorMessage.authCodeInsert'))
  await expectAccessible(page)
  await confirm(page, coach)
})

test('an address that is taken is said so', async ({ page }) => {
  const t = messagesOf('es-MX')
  await signUp(page, demoCoach('es-MX'), 'taken')
  await expect(page.getByRole('alert')).toContainText(t('errorMessage.authEmail'))
  await expectAccessible(page)
})

test(
  'a signed-out visitor who asks for a coach’s page is sent home, and a session survives a reload',
  { tag: '@promise' },
  async ({ page }) => {
    const t = messagesOf('en-AU')
    await page.goto('/en-AU/files')
    await expect(page).toHaveURL(/\/en-AU\/\?place=/)
    await signIn(page, demoCoach('en-AU'))
    await page.reload()
    await expect(page.getByRole('heading', { name: t('courses.title') })).toBeVisible()
    await page.goto('/en-AU/files')
    await expect(page.getByRole('heading', { name: t('files.title') })).toBeVisible()
  },
)

test('a link to a module that is opened signed out says why to sign in, and then leads to the module', async ({
  page,
}) => {
  const t = messagesOf('es-AR')
  const module = `/es-AR/${t('courseSlug')}/training-3`
  await page.goto(module)
  await expect(page.getByText(t('signIn.toOpen'))).toBeVisible()
  await expectAccessible(page)
  await page
    .getByRole('main')
    .getByRole('link', { name: t('home.signIn') })
    .click()
  await expect(page.getByRole('heading', { name: t('signIn.title') })).toBeVisible()
  await expect(page.getByText(t('signIn.toOpen'))).toBeVisible()
  const coach = demoCoach('es-AR')
  await page.getByLabel(t('signIn.email')).fill(coach.email)
  await page.getByLabel(t('signIn.password'), { exact: true }).fill(coach.password)
  await page.getByRole('button', { name: t('signIn.submit'), exact: true }).click()
  await expect(page).toHaveURL(new RegExp(`${module}$`))
})

test('a shortcut of the installed app leads to its page, after signing in where that is needed', async ({
  page,
}) => {
  const t = messagesOf('pt-BR')
  const coach = demoCoach('pt-BR')
  const { shortcuts } = (await (await page.request.get('/manifests/pt-BR.webmanifest')).json()) as {
    shortcuts: { name: string; url: string }[]
  }
  const urlOf = (name: string) => shortcuts.find((shortcut) => shortcut.name === name)?.url ?? ''
  await page.goto(urlOf(t('header.outbox')))
  await page.getByLabel(t('signIn.email')).fill(coach.email)
  await page.getByLabel(t('signIn.password'), { exact: true }).fill(coach.password)
  await page.getByRole('button', { name: t('signIn.submit'), exact: true }).click()
  await expect(page).toHaveURL(/\/pt-BR\/outbox$/)
  await page.goto(urlOf(t('header.files')))
  await expect(page).toHaveURL(/\/pt-BR\/files$/)
  await page.goto(urlOf(t('header.courses')))
  await expect(page).toHaveURL(new RegExp(`/pt-BR/${t('coursesHomeSlug')}$`))
})
