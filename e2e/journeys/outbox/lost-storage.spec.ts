import { expect, type Page } from '@playwright/test'
import { readDeviceId } from '../../device/device-id.ts'
import { waitUntilReadyForOffline } from '../../device/ready-for-offline.ts'
import { signIn } from '../../people/coach.ts'
import { signInAdmin } from '../../people/admin.ts'
import { registerCoach } from '../../people/registered-coach.ts'
import { answerByFirstOptions } from '../../screens/answer-survey.ts'
import { createTranslator } from '../../screens/messages.ts'
import { test } from '../../screens/test.ts'

const locale = 'pt-BR'
const t = createTranslator(locale)

/** A browser may lose a single database, for example when it repairs a broken database. */
const databases = ['', '-session', '-device', '-queries', '-drafts', '-health'].map(
  (name) => `breaking-barriers${name}`,
)

const lose = (page: Page, name: string) =>
  page.evaluate(
    (lost) =>
      new Promise<void>((resolve, reject) => {
        const deleting = indexedDB.deleteDatabase(lost)
        deleting.addEventListener('success', () => resolve())
        deleting.addEventListener('error', () => reject(new Error(`${lost} cannot be deleted`)))
      }),
    name,
  )

/** Answers the survey of a module. Resolves with the id of the customer. */
const answer = async (page: Page, module: string): Promise<string> => {
  await page.goto(
    `/${locale}/${t(module.startsWith('football') ? 'footballCourseSlug' : 'courseSlug')}/${module}`,
  )
  const saved = page.context().waitForEvent('response', {
    predicate: (response) => response.url().endsWith('/api/save-answers') && response.ok(),
  })
  await answerByFirstOptions(page, locale)
  const { customer_id } = (await saved).request().postDataJSON() as { customer_id: string }
  return customer_id
}

/** What admins see of a customer's devices: missing entries, and the modules whose answers were delivered. */
const seenByAdmins = async ({ request }: Page, customer: string) => {
  const { devices } = await (await request.get(`/api/sync-devices?who=${customer}`)).json()
  const ids: string[] = devices.map(({ device }: { device: string }) => device)
  const logs = await Promise.all(
    ids.map(async (id) => (await request.get(`/api/sync-device?device=${id}`)).json()),
  )
  const rows: { happened: string; name: string; subject?: string }[] = logs.flatMap((log) => log.rows)
  const delivered = rows.filter(
    ({ happened, name }) => happened === 'delivered' && name === 'survey.answered.v2',
  )
  return {
    beganAnew: devices.flatMap(({ began_anew: anew }: { began_anew: { earlier: string } | null }) =>
      anew ? [anew.earlier] : [],
    ),
    gaps: devices.map(({ gaps }: { gaps: number }) => gaps).filter((gaps: number) => gaps > 0),
    // Removes duplicates: entries that are sent again under another id are delivered twice.
    delivered: [...new Set(delivered.map(({ subject = '' }) => subject))].toSorted(),
  }
}

// Longer than 20 s: one phone loses seven things, and an admin checks its log after each loss.
test('a phone that loses a database or its secret neither hides nor invents entries for admins', async ({
  page,
  browser,
}) => {
  const admin = await (await browser.newContext()).newPage()
  await signInAdmin(admin, locale)
  const coach = await registerCoach(locale)
  await signIn(page, coach)
  const delivered = ['training-1']
  const customer = await answer(page, 'training-1')
  const first = await readDeviceId(page)
  const beganAnew: string[] = []
  const seen = () => seenByAdmins(admin, customer)
  await expect.poll(seen).toEqual({ beganAnew, gaps: [], delivered })

  const modules = ['training-2', 'training-3', 'training-4', 'training-5', 'training-6', 'football-1']
  for (const [at, name] of databases.entries())
    await test.step(name, async () => {
      await lose(page, name)
      if (name.endsWith('session')) await signIn(page, coach)
      // The lost outbox has no other copy. The app informs the person, without a connection too.
      if (name === 'breaking-barriers') {
        await waitUntilReadyForOffline(page, locale)
        await page.context().setOffline(true)
        await page.reload()
        await page.getByRole('button', { name: t('common.understood') }).click()
        await expect(page.getByText(t('sync.beganAnew'))).toHaveCount(0)
        await page.context().setOffline(false)
      }
      const module = modules[at] ?? ''
      await answer(page, module)
      delivered.push(module)
      // Admins see that the device started anew. The person has read the notice, and does not see it again.
      if (name === 'breaking-barriers') {
        beganAnew.push(first)
        await page.reload()
        await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
      }
      await expect(page.getByText(t('sync.beganAnew'))).toHaveCount(0)
      await expect.poll(seen).toEqual({ beganAnew, gaps: [], delivered: delivered.toSorted() })
    })

  await test.step('its secret, after which it continues as another device', async () => {
    const before = await readDeviceId(page)
    await page.context().clearCookies()
    await answer(page, 'football-2')
    await expect
      .poll(seen)
      .toEqual({ beganAnew, gaps: [], delivered: [...delivered, 'football-2'].toSorted() })
    expect(await readDeviceId(page)).not.toBe(before)
  })
  await admin.context().close()
})
