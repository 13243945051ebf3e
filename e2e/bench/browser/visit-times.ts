import type { BrowserContext, Locator, Page } from '@playwright/test'
import type { Coach } from '../../people/coach.ts'
import { createTranslator } from '../../screens/messages.ts'
import { addresses } from '../../system/addresses.ts'
import { openPage } from '../../../scripts/product/run-in-browser.ts'

/** The slowdown of the simulated phone, compared with this machine. */
export const slowdown = 4

const openSlowly = async (context: BrowserContext): Promise<Page> => {
  const page = await openPage(context)
  const devtools = await context.newCDPSession(page)
  await devtools.send('Emulation.setCPUThrottlingRate', { rate: slowdown })
  await page.addInitScript(() => {
    addEventListener('click', () => Object.assign(window, { clickedAt: performance.now() }), true)
  })
  return page
}

/** Measures the time from the start of a visit until an element is visible, in ms. */
const visit = async (page: Page, address: string, seen: Locator): Promise<number> => {
  await page.goto(address, { waitUntil: 'commit' })
  await seen.waitFor()
  return page.evaluate(() => performance.now())
}

/** Measures the time from a tap until its result is visible, in ms. */
const tap = async (page: Page, tapped: Locator, seen: Locator): Promise<number> => {
  await tapped.click()
  await seen.waitFor()
  return page.evaluate(() => performance.now() - Number(Reflect.get(window, 'clickedAt')))
}

/** Times a page with only a heading: the minimum cost of a visit. */
export const timePlainPage = async (
  context: BrowserContext,
  address: string,
): Promise<Record<string, number>> => {
  const page = await openSlowly(context)
  return { 'a plain page is seen': await visit(page, address, page.getByRole('heading')) }
}

/** Times the first visit of a coach who taps on the menu as soon as it appears. */
export const timeFirstVisit = async (
  context: BrowserContext,
  locale: string,
): Promise<Record<string, number>> => {
  const t = createTranslator(locale)
  const page = await openSlowly(context)
  const home = `${addresses.site}/${locale}/`
  const menu = page.getByRole('button', { name: t('header.openMenu') })
  const seen = await visit(page, home, menu)
  const opened = await tap(page, menu, page.getByRole('button', { name: t('header.closeMenu') }))
  return { 'first visit: the home is seen': seen, 'first visit: the first tap is answered': opened }
}

/** A slow mobile line, as Lighthouse simulates it: 150 ms, 1.6 Mbit/s down, 0.75 up. In bytes per second. */
const slowLine = { offline: false, latency: 150, downloadThroughput: 200_000, uploadThroughput: 93_750 }

/**
 * Times a first visit of the sign-in form on a slow line, by a coach whose password manager fills the form, and
 * who sends it as soon as it appears. Nobody is faster.
 */
export const timeFirstSignIn = async (
  context: BrowserContext,
  { locale, email, password }: Coach,
): Promise<Record<string, number>> => {
  const t = createTranslator(locale)
  const page = await openSlowly(context)
  const devtools = await context.newCDPSession(page)
  await devtools.send('Network.emulateNetworkConditions', slowLine)
  const submit = page.getByRole('main').getByRole('button', { name: t('signIn.submit'), exact: true })
  const seen = await visit(page, `${addresses.site}/${locale}/login`, submit)
  await page.getByLabel(t('signIn.email')).fill(email)
  await page.getByLabel(t('signIn.password'), { exact: true }).fill(password)
  const sending = page.waitForRequest(
    (request) => request.method() === 'POST' && request.url().startsWith(addresses.userPool),
  )
  // Does not wait until the page no longer changes.
  await submit.click({ force: true })
  await sending
  const sent = await page.evaluate(() => performance.now() - Number(Reflect.get(window, 'clickedAt')))
  return {
    'first visit on a slow line: the sign-in form is seen': seen,
    'first visit on a slow line: a form that is filled and sent at once leaves the phone': sent,
  }
}

/** Times the visit of a returning coach, and the way to a course and its first module. */
export const timeRepeatVisit = async (
  context: BrowserContext,
  { locale }: Coach,
): Promise<Record<string, number>> => {
  const t = createTranslator(locale)
  const page = await openSlowly(context)
  const courses = `/${locale}/${t('courseSlug')}`
  const course = page.locator(`main a[href="${courses}"]`).first()
  const module = page.locator(`main a[href="${courses}/training-1"]`).first()
  const seen = await visit(page, `${addresses.site}/${locale}/${t('coursesHomeSlug')}`, course)
  return {
    'repeat visit, from the service worker: the courses are seen': seen,
    'from the courses to a course': await tap(page, course, module),
    'from a course to a module': await tap(page, module, page.locator('main video')),
  }
}
