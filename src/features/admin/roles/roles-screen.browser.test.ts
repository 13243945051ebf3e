import { QueryClient, QueryClientProvider, useQuery } from '@tanstack/react-query'
import { createElement } from 'react'
import { afterEach, expect, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import { localeCodes, type LocaleCode } from '../../../config/locales.ts'
import type { ErrorCode } from '../../../contract/errors.ts'
import type { ResponseOf } from '../../../contract/product-api.ts'
import { translateIn } from '../../../i18n/testing/i18n-in.ts'
import { show } from '../../../ui/testing/show.tsx'
import { AdminIdentityProvider } from '../admin-identity.ts'
import { AdminRequestError, type RequestAsAdmin } from '../request-as-admin.ts'
import { giveRole, type GiveRole } from './give-role.ts'
import { getRolesKey, rolesQuery } from './roles-query.ts'
import { RolesScreen } from './roles-screen.tsx'

const t = translateIn('en-GB')
const own = '03dae7f7-cc18-4732-b0f0-b240f7e70856'
const operator = '11111111-cc18-4732-b0f0-b240f7e70856'
const coach = '22222222-cc18-4732-b0f0-b240f7e70856'
const stranger = '33333333-cc18-4732-b0f0-b240f7e70856'

const stored = (): ResponseOf<'roles'> => ({
  roles: [
    { customer_id: operator, role: 'manager', email: null, given_by: 'operator' },
    { customer_id: own, role: 'manager', email: 'ana@example.org', given_by: 'manager' },
    { customer_id: coach, role: 'viewer', email: 'bia@example.org', given_by: 'manager' },
  ],
  changes: [
    {
      changed_at: '2026-11-30T12:00:00.000Z',
      customer_id: coach,
      former: 'coach',
      role: 'viewer',
      changed_by: own,
    },
    {
      changed_at: '2026-11-29T12:00:00.000Z',
      customer_id: stranger,
      former: 'supporter',
      role: 'coach',
      changed_by: null,
    },
  ],
})

let screen: ReturnType<typeof show> | undefined
afterEach(() => screen?.remove())

type Given = {
  locale?: LocaleCode
  customer?: string
  offline?: boolean
  list?: ResponseOf<'roles'>
  /** Failures of the next calls. */
  failures?: ErrorCode[]
  outcome?: ResponseOf<'giveRole'>['outcome']
}

/** The screen with a server that stores the roles. */
const start = (given: Given = {}) => {
  const { locale = 'en-GB', customer, offline = false, failures = [], outcome = 'given' } = given
  const list = given.list ?? stored()
  const request = vi.fn(async (name: string, body: { customer_id: string; role: 'viewer' }) => {
    const code = failures.shift()
    if (code) throw new AdminRequestError({ code, status: 0 })
    if (name === 'roles') return structuredClone(list)
    const person = list.roles.find(({ customer_id: id }) => id === body.customer_id)
    if (outcome === 'given' && person) person.role = body.role
    return { outcome }
  })
  const client = new QueryClient()
  const give = vi.fn<GiveRole>(async (gift) => {
    const result = await giveRole(request as unknown as RequestAsAdmin, gift)
    await client.invalidateQueries({ queryKey: getRolesKey(own) })
    return result
  })
  const Screen = () =>
    createElement(RolesScreen, {
      query: useQuery(rolesQuery(request as unknown as RequestAsAdmin, own)),
      customer,
      offline,
      address: 'barriers.example/en-GB/admin',
      give,
    })
  const value = { customerId: own, role: 'manager' } as const
  const content = createElement(AdminIdentityProvider, { value }, createElement(Screen))
  screen = show(locale, createElement(QueryClientProvider, { client }, content))
  return { give, request }
}

const giveForm = () => page.getByRole('button', { name: t('admin.roles.give'), exact: true })
const person = (name: string) =>
  page
    .getByRole('region', { name: t('admin.roles.people') })
    .getByRole('listitem')
    .filter({ hasText: name })
const change = async (name: string, role: string) => {
  await person(name).getByText(t('admin.roles.change'), { exact: true }).click()
  await person(name).getByLabelText(t('admin.roles.role')).selectOptions(role)
  await person(name)
    .getByRole('button', { name: t('admin.roles.change') })
    .click()
}
const dialog = () => page.getByRole('dialog', { name: t('admin.roles.ownTitle') })
const findFocus = () => document.activeElement?.textContent

test('lists who has which role, by email address or ID, and what has changed', async () => {
  start()
  await expect.element(person('bia@example.org').getByText('Viewer', { exact: true })).toBeVisible()
  await expect.element(person('bia@example.org').getByText(coach)).toBeVisible()
  await expect.element(person(operator).getByText(t('admin.roles.listedByOperator'))).toBeVisible()
  expect(person(operator).getByText(t('admin.roles.change'), { exact: true }).query()).toBeNull()
  await expect.element(page.getByText('From No role to Viewer')).toBeVisible()
  await expect.element(page.getByText('Changed by ana@example.org')).toBeVisible()
  await expect.element(page.getByText(stranger)).toBeVisible()
  await expect.element(page.getByText(t('admin.roles.byDeleted'))).toBeVisible()
  await expect.element(page.getByText(t('admin.roles.groupNote'))).toBeVisible()
})

test('shows ten of many changes, and more on request', async () => {
  const [change] = stored().changes
  if (!change) return
  const changes = Array.from({ length: 12 }, (_, at) => ({
    ...change,
    changed_at: new Date(Date.UTC(2026, 10, 30, 12, at)).toISOString(),
  }))
  start({ list: { roles: [], changes } })
  const rows = page.getByText('From No role to Viewer')
  await expect.poll(() => rows.all().length).toBe(10)
  await page.getByRole('button', { name: t('common.showMore') }).click()
  await expect.poll(() => rows.all().length).toBe(12)
})

test('gives a role by ID, moves the focus to the result, and says where the pages open', async () => {
  const { give } = start({ customer: stranger })
  await page.getByLabelText(t('admin.roles.role')).selectOptions('supporter')
  await giveForm().click()
  await expect
    .poll(findFocus)
    .toBe(
      t('admin.roles.given', { name: stranger, role: 'Supporter' }) +
        t('admin.roles.givenNext', { address: 'barriers.example/en-GB/admin' }),
    )
  expect(give).toHaveBeenCalledExactlyOnceWith({ customer_id: stranger, role: 'supporter' })
})

test('refuses an incomplete ID at its field', async () => {
  const { give } = start({ customer: 'a b' })
  await giveForm().click()
  await expect.element(page.getByText(t('admin.roles.idNeeded'))).toBeVisible()
  expect(give).not.toHaveBeenCalled()
})

test('changes the role of a listed person, and shows the new one', async () => {
  const { give } = start()
  await change('bia@example.org', 'supporter')
  await expect
    .poll(findFocus)
    .toContain(t('admin.roles.given', { name: 'bia@example.org', role: 'Supporter' }))
  await expect.element(person('bia@example.org').getByText('Supporter', { exact: true })).toBeVisible()
  expect(give).toHaveBeenCalledExactlyOnceWith({ customer_id: coach, role: 'supporter' })
})

test('takes a role, and says what follows', async () => {
  start()
  await change('bia@example.org', 'coach')
  await expect
    .poll(findFocus)
    .toBe(t('admin.roles.taken', { name: 'bia@example.org' }) + t('admin.roles.takenNext'))
})

test('asks managers before they take their own role', async () => {
  const { give } = start()
  await change('ana@example.org', 'viewer')
  await dialog()
    .getByRole('button', { name: t('admin.roles.ownNo') })
    .click()
  await expect.element(dialog()).not.toBeInTheDocument()
  expect(give).not.toHaveBeenCalled()
  await person('ana@example.org')
    .getByRole('button', { name: t('admin.roles.change') })
    .click()
  await dialog()
    .getByRole('button', { name: t('admin.roles.ownYes') })
    .click()
  await expect.poll(() => give.mock.calls).toEqual([[{ customer_id: own, role: 'viewer' }]])
})

test('asks also if managers type their own ID', async () => {
  const { give } = start({ customer: own })
  await giveForm().click()
  await expect.element(dialog()).toBeVisible()
  expect(give).not.toHaveBeenCalled()
})

test.each([
  ['last-manager', 'admin.roles.lastManager', 'admin.roles.lastManagerNext'],
  ['by-operator', 'admin.roles.byOperator', 'admin.roles.byOperatorNext'],
] as const)('explains the outcome %s, and what to do', async (outcome, message, next) => {
  start({ customer: coach, outcome })
  await giveForm().click()
  await expect.poll(findFocus).toBe(t(message) + t(next))
})

test('says that somebody already has the role', async () => {
  start({ customer: coach, outcome: 'unchanged' })
  await giveForm().click()
  await expect
    .poll(findFocus)
    .toContain(t('admin.roles.unchanged', { name: 'bia@example.org', role: 'Viewer' }))
})

test.each([
  ['not-found', 'admin.roles.unknown', 'admin.roles.unknownNext'],
  ['no-answer', 'admin.roles.notGiven', 'error.network'],
] as const)('explains a failure with %s, and keeps what was typed', async (code, message, reason) => {
  const failures: ErrorCode[] = []
  start({ customer: stranger, failures })
  await expect.element(person('bia@example.org')).toBeVisible()
  failures.push(code)
  await giveForm().click()
  await expect.poll(findFocus).toBe(t(message) + t(reason))
  await expect.element(page.getByLabelText(t('admin.roles.id'))).toHaveValue(stranger)
})

test('gives the reason when the list does not load, and reads it again', async () => {
  start({ failures: ['no-answer'] })
  await expect.element(page.getByText(t('admin.failed'))).toBeVisible()
  await page.getByRole('button', { name: t('common.retry') }).click()
  await expect.element(person('bia@example.org')).toBeVisible()
})

test('says that a form cannot be sent without a connection', async () => {
  start({ offline: true })
  await expect.element(page.getByText(t('error.offlineForm'))).toBeVisible()
})

test('says when nobody has a role yet', async () => {
  start({ list: { roles: [], changes: [] } })
  await expect.element(page.getByText(t('admin.roles.nobody'))).toBeVisible()
  await expect.element(page.getByText(t('admin.roles.noChanges'))).toBeVisible()
})

test.each(localeCodes)('in %s fits the width of a phone', async (locale) => {
  await page.viewport(360, 740)
  start({ locale })
  await expect.element(page.getByText('bia@example.org').first()).toBeVisible()
  expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(360)
})
