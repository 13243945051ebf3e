import { expect, type Page } from '@playwright/test'
import { demoCoach, signIn } from '../people/coach.ts'
import { messagesOf } from '../screens/messages.ts'
import { unfold } from '../screens/profile.ts'
import { test } from '../screens/test.ts'

const locale = 'en-GB'
const t = messagesOf(locale)

const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name, exact: true })
const openMenu = (page: Page) => page.getByRole('button', { name: t('header.openMenu') }).click()
const theMenu = (page: Page) => page.getByRole('button', { name: t('header.closeMenu') })
/** As a phone's button or swipe does. */
const back = (page: Page) => page.evaluate(() => history.back())

test('Back closes the menu of a visitor who has just come, and a link in it leads on as everywhere', async ({
  page,
}) => {
  await page.goto(`/${locale}/about`)
  await expect(page.locator('[data-prerendered]')).toHaveCount(0)

  await openMenu(page)
  await expect(theMenu(page)).toBeVisible()
  await back(page)
  await expect(theMenu(page)).toHaveCount(0)
  await expect(page.getByRole('button', { name: t('header.openMenu') })).toBeFocused()
  await expect(page).toHaveURL(`/${locale}/about`)

  await openMenu(page)
  const menu = page.getByRole('navigation', { name: t('header.navigation') })
  await menu.getByRole('link', { name: t('header.signIn') }).click()
  await expect(heading(page, t('signIn.title'))).toBeFocused()
  await back(page)
  await expect(page).toHaveURL(`/${locale}/about`)
  await expect(theMenu(page)).toHaveCount(0)
})

test('Back closes a question and leaves the coach on the page; once it was answered, Back leaves the page', async ({
  page,
}) => {
  await signIn(page, demoCoach(locale))
  const courses = page.url()
  const appBar = page.getByRole('navigation', { name: t('appBar.navigation') })
  await appBar.getByRole('link', { name: t('appBar.profile') }).click()
  await expect(heading(page, t('profile.title'))).toBeFocused()
  const profile = page.url()
  await unfold(page, locale)
  const question = page.getByRole('dialog', { name: t('profile.signOutEverywhereTitle') })
  const ask = page.getByRole('button', { name: t('profile.signOutEverywhere'), exact: true })

  await ask.click()
  await expect(question).toBeVisible()
  await back(page)
  await expect(question).toBeHidden()
  await expect(ask).toBeFocused()
  expect(page.url()).toBe(profile)

  await test.step('a page that is loaded again with a question open has none, and no step of its own', async () => {
    await ask.click()
    await expect(question).toBeVisible()
    await page.reload()
    await expect(heading(page, t('profile.title'))).toBeVisible()
    await expect(question).toBeHidden()
    await unfold(page, locale)
  })

  await ask.click()
  await question.getByRole('button', { name: t('common.cancel') }).click()
  await expect(question).toBeHidden()
  await back(page)
  await expect(page).toHaveURL(courses)
})
