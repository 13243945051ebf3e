import { expect, type Page } from '@playwright/test'
import { deviceIdOf } from '../device/device-id.ts'
import { signIn } from '../people/coach.ts'
import { demoAdmin } from '../people/demo-admin.ts'
import { registeredCoach } from '../people/registered-coach.ts'
import { answerByFirstOptions } from '../screens/answer-survey.ts'
import { messagesOf } from '../screens/messages.ts'
import { test } from '../screens/test.ts'

const locale = 'pt-BR'
const t = messagesOf(locale)

/** A browser may lose each of them alone, as when it repairs one that is broken. */
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

/** Answers the survey of a module; resolves to the customer whose answers they are. */
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

/** What admins see of the devices of a customer: what of them is missing, and which modules were delivered. */
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
    // What is sent once more under another id is delivered twice.
    delivered: [...new Set(delivered.map(({ subject = '' }) => subject))].toSorted(),
  }
}

// Longer than 20 s: one phone loses seven things, and after each of them an admin looks at what it did since.
test('a phone that loses one of its databases, or its secret, hides nothing from admins, and invents nothing', async ({
  page,
  browser,
}) => {
  const admin = await (await browser.newContext()).newPage()
  await signIn(admin, demoAdmin(locale, 'br'))
  const coach = await registeredCoach(locale)
  await signIn(page, coach)
  const delivered = ['training-1']
  const customer = await answer(page, 'training-1')
  const first = await deviceIdOf(page)
  const beganAnew: string[] = []
  const seen = () => seenByAdmins(admin, customer)
  await expect.poll(seen).toEqual({ beganAnew, gaps: [], delivered })

  const modules = ['training-2', 'training-3', 'training-4', 'training-5', 'training-6', 'football-1']
  for (const [at, name] of databases.entries())
    await test.step(name, async () => {
      await lose(page, name)
      if (name.endsWith('session')) await signIn(page, coach)
      const module = modules[at] ?? ''
      await answer(page, module)
      delivered.push(module)
      // Of what was lost with the outbox nobody else knows: the person is told, and admins see that it began anew.
      if (name === 'breaking-barriers') {
        beganAnew.push(first)
        await page.getByRole('button', { name: t('sync.beganAnewRead') }).click()
        await page.reload()
        await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
      }
      await expect(page.getByText(t('sync.beganAnew'))).toHaveCount(0)
      await expect.poll(seen).toEqual({ beganAnew, gaps: [], delivered: delivered.toSorted() })
    })

  await test.step('its secret, without which it goes on as another device', async () => {
    const before = await deviceIdOf(page)
    await page.context().clearCookies()
    await answer(page, 'football-2')
    await expect
      .poll(seen)
      .toEqual({ beganAnew, gaps: [], delivered: [...delivered, 'football-2'].toSorted() })
    expect(await deviceIdOf(page)).not.toBe(before)
  })
  await admin.context().close()
})
