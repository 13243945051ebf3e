import { expect, type Browser, type Locator, type Page } from '@playwright/test'
import { setUpAuthenticator } from '../../people/admin.ts'
import { signIn } from '../../people/coach.ts'
import { registerCoach } from '../../people/registered-coach.ts'
import { expectAccessible } from '../../screens/accessible.ts'
import { createTranslator } from '../../screens/messages.ts'

const locale = 'pt-BR'
const t = createTranslator(locale)

/** What the manager calls the coach. */
const name = 'Bia Reis'

const heading = (page: Page, id: string) => page.getByRole('heading', { level: 1, name: t(id), exact: true })
const notice = (page: Page, id: string) => page.getByText(t(id), { exact: true })

/** Copies the ID of the coach's account from the page that refuses them. */
const copyOwnId = async (coach: Page): Promise<string> => {
  await coach.context().grantPermissions(['clipboard-read', 'clipboard-write'])
  await coach.goto(`/${locale}/admin`)
  await expect(notice(coach, 'admin.forbidden')).toBeVisible()
  await expectAccessible(coach)
  await coach.getByRole('button', { name: t('admin.forbiddenCopy'), exact: true }).click()
  await expect(coach.getByText(t('common.copied'))).toBeVisible()
  return coach.evaluate(() => navigator.clipboard.readText())
}

/** The radio button of a role, whose name begins with that of the role and says what the role may do. */
const findRole = (container: Page | Locator, role: string) =>
  container.getByRole('radio', { name: new RegExp(`^${t(`admin.roles.name.${role}`)}`) })

const giveButton = (manager: Page) =>
  manager.getByRole('button', { name: t('admin.roles.give'), exact: true })

/** The manager gives the lowest role to an account. */
const giveRole = async (manager: Page, id: string): Promise<void> => {
  await manager.goto(`/${locale}/admin`)
  await manager.getByRole('link', { name: t('admin.tabs.roles'), exact: true }).click()
  await expect(heading(manager, 'admin.roles.title')).toBeVisible()
  await giveButton(manager).click()
  await manager.getByLabel(t('admin.roles.id'), { exact: true }).fill(id)
  await manager.getByLabel(t('admin.roles.personName'), { exact: true }).fill(name)
  await findRole(manager, 'viewer').check()
  await expectAccessible(manager)
  await giveButton(manager).click()
  await expect(manager.getByText(`${new URL(manager.url()).host}/admin`).first()).toBeVisible()
  await expect(findPerson(manager, id)).toContainText(t('admin.roles.name.viewer'))
  await expect(findPerson(manager, id)).toContainText(name)
  await expectAccessible(manager)
}

const findPerson = (manager: Page, id: string) =>
  manager
    .getByRole('region', { name: t('admin.roles.people') })
    .getByRole('listitem')
    .filter({ hasText: id })

/** The demo admins of the United States are managers by the configuration. Nobody can change that here. */
const expectOperatorsChoice = async (manager: Page): Promise<void> => {
  const id = '900000000002'
  const person = findPerson(manager, id)
  await expect(person).toContainText(t('admin.roles.name.manager'))
  await expect(person).toContainText(t('admin.roles.listedByOperator'))
  await expect(person.getByText(t('admin.roles.change'), { exact: true })).toHaveCount(0)
  await giveButton(manager).click()
  await manager.getByLabel(t('admin.roles.id'), { exact: true }).fill(id)
  await giveButton(manager).click()
  const alert = manager.getByRole('main').getByRole('alert')
  await expect(alert).toContainText(t('admin.roles.byOperator'))
  await expect(alert).toContainText(t('admin.roles.byOperatorNext'))
  await expectAccessible(manager)
  await expect(person).toContainText(t('admin.roles.name.manager'))
}

/** Changes the role of a listed person. */
const changeRole = async (manager: Page, id: string, role: string): Promise<void> => {
  const person = findPerson(manager, id)
  await person.getByText(t('admin.roles.change'), { exact: true }).click()
  await findRole(person, role).check()
  await person.getByRole('button', { name: t('admin.roles.change'), exact: true }).click()
}

/** The coach, by now a manager, gives up that role. */
const giveUpOwnRole = async (coach: Page, id: string): Promise<void> => {
  await coach.goto(`/${locale}/admin/roles`)
  await changeRole(coach, id, 'viewer')
  const question = coach.getByRole('dialog', { name: t('admin.roles.ownTitle') })
  await question.getByRole('button', { name: t('admin.roles.ownYes'), exact: true }).click()
  await expect(heading(coach, 'admin.forbiddenTitle')).toBeVisible()
}

/** The page shows the health of the app, with its numbers. */
const expectHealth = async (page: Page): Promise<void> => {
  await expect(heading(page, 'admin.health.title')).toBeVisible()
  await expect(page.getByRole('main').getByRole('heading', { level: 2 }).first()).toBeVisible()
}

const listAdminLinks = (page: Page) =>
  page.getByRole('navigation', { name: t('header.admin'), exact: true }).getByRole('link')

/** The coach, by now a supporter, sees the devices of coaches, and neither gives roles nor deletes accounts. */
const openAsSupporter = async (coach: Page): Promise<void> => {
  await coach.goto(`/${locale}/admin`)
  await expect(heading(coach, 'admin.tabs.sync')).toBeVisible()
  const links = listAdminLinks(coach)
  const tabs = ['programme', 'sync', 'health', 'rescue']
  await expect(links).toHaveText(tabs.map((tab) => t(`admin.tabs.${tab}`)))
  const list = coach.getByRole('region', { name: t('admin.list.heading'), exact: true })
  await list.getByRole('rowheader').first().getByRole('link').click()
  await expect(coach).toHaveURL(/\/admin\/sync\/[\da-f-]{36}/)
  await expect(coach.getByText(t('admin.forbidden'), { exact: true })).toHaveCount(0)
  for (const path of ['delete-account', 'roles']) {
    await coach.goto(`/${locale}/admin/${path}`)
    await expect(heading(coach, 'admin.forbiddenTitle')).toBeVisible()
    await expect(links).toHaveCount(tabs.length)
  }
  expect((await coach.request.get('/api/roles')).status()).toBe(403)
}

/** The coach, still signed in, sets up the second factor and sees the pages of a viewer, but no others. */
const openAsViewer = async (coach: Page, account: Awaited<ReturnType<typeof registerCoach>>) => {
  await coach.goto(`/${locale}/admin`)
  await expect(heading(coach, 'admin.access.setUpTitle')).toBeVisible()
  await coach.getByRole('link', { name: t('admin.access.setUpLink') }).click()
  await setUpAuthenticator(coach, account)
  await coach.getByRole('link', { name: t('secondFactor.toAdmin') }).click()
  await expect(heading(coach, 'admin.programme.title')).toBeVisible()
  const links = listAdminLinks(coach)
  await expect(links).toHaveText([t('admin.tabs.programme'), t('admin.tabs.health')])
  await expect(coach.getByRole('link', { name: t('admin.programme.zip') })).toHaveCount(0)
  for (const path of ['sync', 'delete-account', 'roles']) {
    await coach.goto(`/${locale}/admin/${path}`)
    await expect(heading(coach, 'admin.forbiddenTitle')).toBeVisible()
    await expect(links).toHaveCount(2)
  }
  await expectAccessible(coach)
  expect((await coach.request.get('/api/sync-devices')).status()).toBe(403)
  await coach.getByRole('link', { name: t('admin.tabs.health'), exact: true }).click()
  await expectHealth(coach)
}

/**
 * A manager gives a coach a role by the ID that the coach copies, then a higher one, which the coach gives up, and
 * takes it. Each time the coach's pages follow without a new sign-in.
 */
export const expectPagesToFollowRole = async (manager: Page, browser: Browser): Promise<void> => {
  const coach = await (await browser.newContext({ viewport: { width: 390, height: 844 } })).newPage()
  const account = await registerCoach(locale)
  await signIn(coach, account)
  const id = await copyOwnId(coach)
  await giveRole(manager, id)
  await openAsViewer(coach, account)

  await changeRole(manager, id, 'supporter')
  await expect(findPerson(manager, id)).toContainText(t('admin.roles.name.supporter'))
  await openAsSupporter(coach)
  await expectOperatorsChoice(manager)

  await changeRole(manager, id, 'manager')
  await expect(findPerson(manager, id)).toContainText(t('admin.roles.name.manager'))
  await giveUpOwnRole(coach, id)
  await coach.getByRole('link', { name: t('admin.tabs.health'), exact: true }).click()
  await expectHealth(coach)

  await manager.reload()
  await changeRole(manager, id, 'coach')
  await expect(notice(manager, 'admin.roles.takenNext')).toBeVisible()
  await expect(findPerson(manager, id)).toHaveCount(0)
  await coach.getByRole('link', { name: t('admin.tabs.programme'), exact: true }).click()
  await expect(notice(coach, 'admin.forbidden')).toBeVisible()
  await expect(coach.getByRole('button', { name: t('common.retry') })).toHaveCount(0)
  await coach.goto(`/${locale}/${t('profileSlug')}`)
  await expect(coach.getByRole('link', { name: t('header.admin') })).toHaveCount(0)
  await coach.context().close()
}
