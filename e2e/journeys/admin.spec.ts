import { readFileSync } from 'node:fs'
import { expect } from '@playwright/test'
import { expectAccessible, expectAccessibleAtAllSizes } from '../screens/accessible.ts'
import { answerSurvey } from '../screens/answer-survey.ts'
import { signIn } from '../people/coach.ts'
import { demoAdmin } from '../people/demo-admin.ts'
import { registeredCoach } from '../people/registered-coach.ts'
import { messagesOf } from '../screens/messages.ts'
import { test } from '../screens/test.ts'

test('an admin finds the device of a coach, what happened on it, and takes the list along; nobody else can', async ({
  page,
  browser,
}) => {
  const t = messagesOf('pt-BR')
  const coach = await registeredCoach('pt-BR')
  const reports: unknown[] = []
  // The service worker reports too, when it was the one to deliver.
  page.context().on('request', (request) => {
    if (new URL(request.url()).pathname === '/api/sync-report') reports.push(request.postDataJSON())
  })

  const customer = await test.step('a coach answers a survey, and their phone reports', async () => {
    await signIn(page, coach)
    await page.goto(`/pt-BR/${t('courseSlug')}/training-1`)
    const answered = page.context().waitForEvent('response', {
      predicate: (response) => new URL(response.url()).pathname === '/api/save-answers',
    })
    await answerSurvey(page, 'pt-BR')
    await page.getByRole('button', { name: t('survey.submit') }).click()
    const { customer_id } = (await answered).request().postDataJSON() as { customer_id: string }
    await expect
      .poll(() => JSON.stringify(reports))
      .toMatch(/"happened":"delivered"[^}]*"name":"survey\.answered\.v2"/)
    expect(JSON.stringify(reports)).not.toContain(coach.email)
    expect(JSON.stringify(reports)).not.toContain('answers"')
    return customer_id
  })

  await test.step('the coach sees whose page it is, and so does a visitor', async () => {
    await page.goto('/pt-BR/admin/sync')
    await expect(page.getByText(t('admin.forbidden'), { exact: true })).toBeVisible()
    await expectAccessible(page)
    expect((await page.request.get('/api/sync-devices')).status()).toBe(403)
    const visitor = await (await browser.newContext()).newPage()
    const opened = await visitor.goto('/pt-BR/admin/sync')
    expect(opened?.status()).toBe(403)
    await expect(visitor.getByText(t('admin.forbiddenSignedOut'), { exact: true })).toBeVisible()
    await expectAccessible(visitor)
    await visitor.context().close()
  })

  const admin = await (await browser.newContext()).newPage()
  await test.step('an admin comes by the header and filters', async () => {
    await signIn(admin, demoAdmin('pt-BR', 'br'))
    await admin.getByRole('button', { name: t('header.openMenu') }).click()
    await admin.getByRole('link', { name: t('header.admin') }).click()
    await expect(admin.getByRole('heading', { name: t('admin.sync.title') })).toBeVisible()
    await admin.getByText(t('admin.filter.heading'), { exact: true }).click()
    await admin.getByLabel(t('admin.filter.country'), { exact: true }).selectOption('BR')
    await admin.getByLabel(t('admin.filter.who'), { exact: true }).fill(customer)
    await admin.getByLabel(t('admin.filter.sort'), { exact: true }).selectOption('silent')
    await admin.getByRole('button', { name: t('admin.filter.apply') }).click()
    await expect(admin.getByRole('main').getByRole('heading', { level: 3 })).toHaveCount(1)
    await expect(admin).toHaveURL(/country=BR/)
    await expectAccessibleAtAllSizes(admin)
  })

  await test.step('takes the same list along as CSV, although the server has lost the session', async () => {
    await admin.context().clearCookies()
    const downloading = admin.waitForEvent('download')
    await admin.getByRole('link', { name: t('admin.list.csv') }).click()
    const file = await (await downloading).path()
    const lines = readFileSync(file, 'utf8').trim().split('\r\n')
    expect(lines).toHaveLength(2)
    expect(lines[1]).toContain(`"${customer}"`)
  })

  await test.step('and reads what happened on the device', async () => {
    await admin.getByRole('main').getByRole('heading', { level: 3 }).getByRole('link').click()
    await expect(admin.getByText(t('admin.detail.noGaps'), { exact: true })).toBeVisible()
    await expect(admin.getByText(t('admin.happened.delivered')).first()).toBeVisible()
    await expect(admin.getByText('training-1').first()).toBeVisible()
    expect(await admin.getByRole('main').textContent()).not.toContain('@')
    await expectAccessibleAtAllSizes(admin)
  })

  await test.step('without a connection it says so, and asks again', async () => {
    await admin.context().setOffline(true)
    await admin.goBack()
    await admin.getByText(t('admin.filter.heading'), { exact: true }).click()
    await admin.getByLabel(t('admin.filter.sort'), { exact: true }).selectOption('pending')
    await admin.getByRole('button', { name: t('admin.filter.apply') }).click()
    await expect(admin.getByText(t('admin.failed'), { exact: true })).toBeVisible()
    await admin.context().setOffline(false)
    await admin.getByRole('button', { name: t('common.retry') }).click()
    await expect(admin.getByRole('main').getByRole('heading', { level: 3 }).first()).toBeVisible()
  })
  await admin.context().close()
})

test('an admin of the loyalty provider is one by the word of the product', async ({ page }) => {
  const t = messagesOf('en-US')
  await signIn(page, demoAdmin('en-US', 'us'))
  await page.goto('/en-US/admin/sync')
  await expect(page.getByRole('heading', { name: t('admin.list.heading') })).toBeVisible()
})
