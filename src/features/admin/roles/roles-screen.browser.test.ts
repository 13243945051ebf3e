import { QueryClient, QueryClientProvider, useQuery } from '@tanstack/react-query'
import { createElement } from 'react'
import { afterEach, expect, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import { localeCodes, type LocaleCode } from '../../../config/locales.ts'
import type { ErrorCode } from '../../../contract/errors.ts'
import type { Role } from '../../../contract/roles.ts'
import type { BodyOf, ResponseOf } from '../../../contract/product-api.ts'
import { translateIn } from '../../../i18n/testing/i18n-in.ts'
import { isolate } from '../../../lib/text/plain-name.ts'
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
    { customer_id: operator, role: 'manager', name: null, given_by: 'operator' },
    { customer_id: own, role: 'manager', name: 'Ana Lima', given_by: 'manager' },
    { customer_id: coach, role: 'viewer', name: 'Bia Reis', given_by: 'manager' },
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
  ownId?: string
  list?: ResponseOf<'roles'>
  /** Failures of the next calls. */
  failures?: ErrorCode[]
  outcome?: ResponseOf<'giveRole'>['outcome']
}

/** The screen with a server that stores the roles. */
const start = (given: Given = {}) => {
  const { locale = 'en-GB', customer, offline = false, failures = [], outcome = 'given', ownId = own } = given
  const list = given.list ?? stored()
  const request = vi.fn(async (name: string, body: BodyOf<'giveRole'>) => {
    const code = failures.shift()
    if (code) throw new AdminRequestError({ code, status: 0 })
    if (name === 'roles') return structuredClone(list)
    const person = list.roles.find(({ customer_id: id }) => id === body.customer_id)
    if (outcome === 'given' && person) person.role = body.role
    if (outcome === 'given') list.roles = list.roles.filter(({ role }) => role !== 'coach')
    return { outcome }
  })
  const client = new QueryClient()
  const give = vi.fn<GiveRole>(async (grant) => {
    const result = await giveRole(request as unknown as RequestAsAdmin, grant)
    await client.invalidateQueries({ queryKey: getRolesKey(own) })
    return result
  })
  const Screen = () =>
    createElement(RolesScreen, {
      query: useQuery(rolesQuery(request as unknown as RequestAsAdmin, own)),
      customer,
      offline,
      address: 'barriers.example/admin',
      give,
    })
  const value = { customerId: ownId, role: 'manager' } as const
  const content = createElement(AdminIdentityProvider, { value }, createElement(Screen))
  screen = show(locale, createElement(QueryClientProvider, { client }, content))
  return { give, list }
}

/** The button that opens the form, and in the form the one that sends it. */
const giveButton = () => page.getByRole('button', { name: t('admin.roles.give'), exact: true })
const idField = () => page.getByLabelText(t('admin.roles.id'))
const radio = (role: Exclude<Role, 'coach'>) =>
  page.getByRole('radio', { name: new RegExp(`^${t(`admin.roles.name.${role}`)}`) })
const nameField = () => page.getByLabelText(t('admin.roles.personName'))
const person = (name: string) =>
  page
    .getByRole('region', { name: t('admin.roles.people') })
    .getByRole('listitem')
    .filter({ hasText: name })
const radioOf = (name: string, role: Role) =>
  person(name).getByRole('radio', { name: new RegExp(`^${t(`admin.roles.name.${role}`)}`) })
const change = async (name: string, role: Role) => {
  await person(name).getByText(t('admin.roles.change'), { exact: true }).click()
  await radioOf(name, role).click()
  await person(name)
    .getByRole('button', { name: t('admin.roles.change') })
    .click()
}
const dialog = () => page.getByRole('dialog', { name: t('admin.roles.ownTitle') })
const findFocus = () => document.activeElement?.textContent

test('lists who has which role, by name and ID, and what has changed', async () => {
  start()
  await expect.element(person('Bia Reis').getByText('Viewer', { exact: true })).toBeVisible()
  await expect.element(person('Bia Reis').getByText(coach)).toBeVisible()
  await expect.element(person(operator).getByText(t('admin.roles.listedByOperator'))).toBeVisible()
  expect(person(operator).getByText(t('admin.roles.change'), { exact: true }).query()).toBeNull()
  await expect.element(page.getByText('Before: No role. Now: Viewer')).toBeVisible()
  await expect.element(page.getByText(`Changed by ${isolate('Ana Lima')} ${own} (you)`)).toBeVisible()
  await expect.element(page.getByText(`${isolate('Bia Reis')} ${coach}`)).toBeVisible()
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
  const rows = page.getByText('Before: No role. Now: Viewer')
  await expect.poll(() => rows.all().length).toBe(10)
  await page.getByRole('button', { name: t('common.showMore') }).click()
  await expect.poll(() => rows.all().length).toBe(12)
})

test('gives a role by ID, moves the focus to the result, and says where the pages open', async () => {
  const { give } = start({ customer: stranger })
  await nameField().fill(' Caio ')
  await radio('supporter').click()
  await giveButton().click()
  await expect
    .poll(findFocus)
    .toBe(
      t('admin.roles.given', { name: isolate('Caio'), role: t('admin.roles.name.supporter') }) +
        t('admin.roles.givenNext', { address: 'barriers.example/admin' }),
    )
  expect(give).toHaveBeenCalledExactlyOnceWith({
    customer_id: stranger,
    role: 'supporter',
    former: 'coach',
    name: 'Caio',
  })
  await expect.element(idField()).not.toBeInTheDocument()
  await giveButton().click()
  await expect.element(idField()).toHaveValue('')
  await expect.element(nameField()).toHaveValue('')
})

test('opens the form on request, at its first field, and returns to its button', async () => {
  start()
  await expect.element(person('Bia Reis')).toBeVisible()
  await expect.element(idField()).not.toBeInTheDocument()
  await giveButton().click()
  await expect.element(idField()).toHaveFocus()
  await page.getByRole('button', { name: t('common.cancel') }).click()
  await expect.element(giveButton()).toHaveFocus()
  await expect.element(idField()).not.toBeInTheDocument()
})

test('says in the list if a person has no name', async () => {
  start()
  await expect.element(person(operator).getByText(t('admin.roles.noName'))).toBeVisible()
  expect(person('Bia Reis').getByText(t('admin.roles.noName')).query()).toBeNull()
})

test.each([
  ['an incomplete ID', 'a b', 'admin.roles.idNeeded'],
  ['an email address', 'bia@example.org', 'admin.roles.idNotEmail'],
] as const)('refuses %s at its field', async (_, customer, message) => {
  const { give } = start({ customer })
  await giveButton().click()
  await expect.element(page.getByText(t(message))).toBeVisible()
  expect(give).not.toHaveBeenCalled()
})

test('changes the role of a listed person, who has set up the second factor, and shows the new one', async () => {
  const { give } = start()
  await change('Bia Reis', 'supporter')
  await expect
    .poll(findFocus)
    .toBe(t('admin.roles.given', { name: isolate('Bia Reis'), role: t('admin.roles.name.supporter') }))
  await expect
    .element(person('Bia Reis').getByText(t('admin.roles.name.supporter'), { exact: true }))
    .toBeVisible()
  expect(give).toHaveBeenCalledExactlyOnceWith({ customer_id: coach, role: 'supporter', former: 'viewer' })
})

test('says of a lowered role that members of the group stay managers', async () => {
  start({ ownId: stranger })
  await change('Ana Lima', 'viewer')
  await expect.poll(findFocus).toContain(t('admin.roles.loweredNext'))
})

test.each([
  ['changes', '\u202E Bia\u2069 Rosa', 'Bia Rosa'],
  ['removes', ' ', ''],
])('%s a name, and says so', async (_, typed, sent) => {
  const { give, list } = start({ outcome: 'unchanged' })
  await person('Bia Reis').getByText(t('admin.roles.change'), { exact: true }).click()
  const field = person('Bia Reis').getByLabelText(t('admin.roles.personName'))
  await expect.element(field).toHaveValue('Bia Reis')
  await field.fill(typed)
  const row = list.roles.find(({ customer_id: id }) => id === coach)
  if (row) row.name = sent || null
  await person('Bia Reis')
    .getByRole('button', { name: t('admin.roles.change') })
    .click()
  await expect.poll(findFocus).toBe(t('admin.roles.renamed'))
  expect(give).toHaveBeenCalledExactlyOnceWith({
    customer_id: coach,
    role: 'viewer',
    former: 'viewer',
    name: sent,
  })
  // The form is closed.
  await expect.element(page.getByRole('listitem').filter({ hasText: coach }).first()).toBeVisible()
  expect(person(coach).getByLabelText(t('admin.roles.personName')).query()).toBeNull()
})

test('a name written from right to left moves neither the ID beside it nor the sentence around it', async () => {
  const list = stored()
  for (const row of list.roles) if (row.customer_id === coach) row.name = 'דנה'
  start({ list })
  await expect.element(page.getByText(`${isolate('דנה')} ${coach}`)).toBeVisible()
  await change('דנה', 'coach')
  await expect.poll(findFocus).toContain(t('admin.roles.taken', { name: isolate('דנה') }))
  expect(getComputedStyle(person('Ana Lima').getByText('Ana Lima').element()).unicodeBidi).toBe('isolate')
})

test('takes a role, and says what follows', async () => {
  start()
  await change('Bia Reis', 'coach')
  await expect
    .poll(findFocus)
    .toBe(t('admin.roles.taken', { name: isolate('Bia Reis') }) + t('admin.roles.takenNext'))
})

test('asks managers before they take their own role', async () => {
  const { give } = start()
  await change('Ana Lima', 'viewer')
  await dialog()
    .getByRole('button', { name: t('admin.roles.ownNo') })
    .click()
  await expect.element(dialog()).not.toBeInTheDocument()
  expect(give).not.toHaveBeenCalled()
  await expect.element(radioOf('Ana Lima', 'manager')).toBeChecked()
  await radioOf('Ana Lima', 'viewer').click()
  await person('Ana Lima')
    .getByRole('button', { name: t('admin.roles.change') })
    .click()
  await dialog()
    .getByRole('button', { name: t('admin.roles.ownYes') })
    .click()
  await expect
    .poll(() => give.mock.calls)
    .toEqual([[{ customer_id: own, role: 'viewer', former: 'manager' }]])
})

test('asks also if managers type their own ID', async () => {
  const { give } = start({ customer: own })
  await expect.element(radio('manager')).toBeChecked()
  await radio('viewer').click()
  await giveButton().click()
  await expect.element(dialog()).toBeVisible()
  expect(give).not.toHaveBeenCalled()
})

test.each([
  ['the server configures', operator, 'manager'],
  ['the group makes', stranger, 'coach'],
] as const)('leaves it to the server to refuse managers whom %s', async (_, ownId, former) => {
  const { give } = start({ customer: ownId, ownId, outcome: 'by-operator' })
  await expect.element(person('Bia Reis')).toBeVisible()
  await radio('viewer').click()
  await giveButton().click()
  await expect.poll(findFocus).toBe(t('admin.roles.byOperator') + t('admin.roles.byOperatorNext'))
  expect(give).toHaveBeenCalledExactlyOnceWith({ customer_id: ownId, role: 'viewer', former })
})

test('asks before an ID that is typed gets a lower role than it has', async () => {
  const list = stored()
  for (const row of list.roles) row.role = 'manager'
  const { give } = start({ list })
  await expect.element(person('Bia Reis')).toBeVisible()
  await giveButton().click()
  await idField().fill(`\u2066ID: ${coach}.\u2069`)
  await giveButton().click()
  const question = page.getByRole('dialog', { name: t('admin.roles.lowerTitle') })
  const values = { name: isolate('Bia Reis'), former: 'Manager', role: 'Viewer' }
  await expect.element(question.getByText(t('admin.roles.lowerBody', values))).toBeVisible()
  await question.getByRole('button', { name: t('admin.roles.ownNo') }).click()
  await expect.element(radio('manager')).toBeChecked()
  expect(give).not.toHaveBeenCalled()
  await radio('supporter').click()
  await giveButton().click()
  await question.getByRole('button', { name: t('admin.roles.change') }).click()
  await expect
    .poll(() => give.mock.calls)
    .toEqual([[{ customer_id: coach, role: 'supporter', former: 'manager' }]])
})

test.each([
  ['unsure', { failures: ['no-answer'] }, 'admin.roles.unsure', 'admin.roles.unsureNext'],
  [
    'changed meanwhile',
    { outcome: 'changed-meanwhile' },
    'admin.roles.meanwhile',
    'admin.roles.meanwhileNext',
  ],
] as const)('shows the present list if a change is %s', async (_, { ...given }, message, next) => {
  const failures: ErrorCode[] = []
  const outcome = 'outcome' in given ? given.outcome : 'given'
  const { list } = start({ failures, outcome })
  await expect.element(person('Bia Reis')).toBeVisible()
  const row = list.roles.find(({ customer_id: id }) => id === coach)
  if (row) row.role = 'supporter'
  if ('failures' in given) failures.push(...given.failures)
  await change('Bia Reis', 'manager')
  await expect.poll(findFocus).toBe(t(message) + t(next))
  await expect
    .element(person('Bia Reis').getByText(t('admin.roles.name.supporter'), { exact: true }))
    .toBeVisible()
})

test.each([
  ['last-manager', 'admin.roles.lastManager', 'admin.roles.lastManagerNext'],
  ['by-operator', 'admin.roles.byOperator', 'admin.roles.byOperatorNext'],
] as const)('explains the outcome %s, and what to do', async (outcome, message, next) => {
  start({ customer: coach, outcome })
  await giveButton().click()
  await expect.poll(findFocus).toBe(t(message) + t(next))
})

test('says that somebody already has the role', async () => {
  start({ customer: coach, outcome: 'unchanged' })
  await giveButton().click()
  await expect
    .poll(findFocus)
    .toContain(t('admin.roles.unchanged', { name: isolate('Bia Reis'), role: 'Viewer' }))
})

test.each([
  ['not-found', 'admin.roles.unknown', 'admin.roles.unknownNext'],
  ['too-many-requests', 'admin.roles.notGiven', 'error.tooManyRequests'],
] as const)('explains a failure with %s, and keeps what was typed', async (code, message, reason) => {
  const failures: ErrorCode[] = []
  start({ customer: stranger, failures })
  await expect.element(person('Bia Reis')).toBeVisible()
  failures.push(code)
  await giveButton().click()
  await expect.poll(findFocus).toBe(t(message) + t(reason))
  await expect.element(idField()).toHaveValue(stranger)
})

test('gives the reason when the list does not load, and reads it again', async () => {
  start({ failures: ['no-answer'] })
  await expect.element(page.getByText(t('admin.failed'))).toBeVisible()
  await page.getByRole('button', { name: t('common.retry') }).click()
  await expect.element(person('Bia Reis')).toBeVisible()
})

test('says that a form cannot be sent without a connection', async () => {
  start({ offline: true })
  await giveButton().click()
  await expect.element(page.getByText(t('error.offlineForm'))).toBeVisible()
})

test('says when nobody has a role yet', async () => {
  start({ list: { roles: [], changes: [] } })
  await expect.element(page.getByText(t('admin.roles.nobody'))).toBeVisible()
  await expect.element(page.getByText(t('admin.roles.noChanges'))).toBeVisible()
})

test.each(localeCodes)('in %s fits the width of a phone', async (locale) => {
  await page.viewport(360, 740)
  start({ locale, customer: stranger })
  await expect.element(page.getByText('Bia Reis').first()).toBeVisible()
  expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(360)
})
