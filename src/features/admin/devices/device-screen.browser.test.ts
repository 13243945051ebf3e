import { createElement } from 'react'
import { afterEach, expect, test } from 'vitest'
import { page } from 'vitest/browser'
import type { SyncLogRow } from '../../../contract/product-api/admin/devices-api.ts'
import type { Role } from '../../../contract/roles.ts'
import { translateIn } from '../../../i18n/testing/i18n-in.ts'
import { show } from '../../../ui/testing/show.tsx'
import { AdminIdentityProvider } from '../admin-identity.ts'
import type { DeviceLogQuery } from './device-queries.ts'
import { DeviceScreen } from './device-screen.tsx'

const t = translateIn('pt-BR')
const id = '03dae7f7-cc18-4732-b0f0-b240f7e70856'
const customer = '9d0a4d06-15a2-4c4c-8f4a-1d6a6c0c4c55'
const at = '2026-11-30T12:00:00.000Z'

const device = {
  device: id,
  customer_id: customer,
  customers: 1,
  country: 'BR',
  version: '0.9.0',
  first_seen: at,
  last_seen: at,
  last_success: at,
  locale: 'pt-BR',
  pending: 0,
  needs_you: 0,
  oldest_at: null,
  gaps: 0,
  missing: [],
  discarded: [],
  errors: [],
  began_anew: null,
  highest: 7,
  clock_offset: 0,
  storage: { usage: null, quota: null, persisted: null },
  uploads: { counts: null, rows: [] },
}
const people = [{ customer_id: customer, country: 'BR', last_seen: at, to_send: 0, needs_you: 0 }]

let screen: ReturnType<typeof show> | undefined
afterEach(() => screen?.remove())

const start = (role: Role, change: Partial<typeof device> = {}, rows: Partial<SyncLogRow>[] = []) => {
  const data = { pages: [{ device: { ...device, ...change }, people, rows, next: null }] }
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- only what the screen reads of a query
  const query = { data, error: null, hasNextPage: false } as unknown as DeviceLogQuery
  const content = createElement(DeviceScreen, { id, query, now: Date.parse(at) })
  const value = { customerId: 'admin', role }
  screen = show('pt-BR', createElement(AdminIdentityProvider, { value }, content))
}
const link = (name: string) => page.getByRole('link', { name, exact: true })

test('lets a manager give the coach of a device a role, and delete the account', async () => {
  start('manager')
  await expect
    .element(link(t('admin.roles.giveTo', { customer })))
    .toHaveAttribute('href', `/pt-BR/admin/roles?customer=${customer}`)
  await expect
    .element(link(t('admin.delete.of', { customer })))
    .toHaveAttribute('href', `/pt-BR/admin/delete-account?customer=${customer}`)
})

test('leads with the state and what waits, and folds the other facts', async () => {
  start('supporter', { pending: 3, needs_you: 2 })
  await expect.element(page.getByText(t('admin.list.needsYou', { count: 2 }))).toBeVisible()
  await expect.element(page.getByText(t('admin.device.pending'), { exact: true })).toBeVisible()
  await expect.element(page.getByText(t('admin.device.lastSeen'), { exact: true })).toBeVisible()
  await expect.element(page.getByText(id)).not.toBeVisible()
  await page.getByText(t('admin.device.more')).click()
  await expect.element(page.getByText(id)).toBeVisible()
})

test('offers a supporter neither', async () => {
  start('supporter')
  await expect.element(page.getByText(t('admin.detail.peopleHeading'))).toBeVisible()
  expect(link(t('admin.roles.giveTo', { customer })).query()).toBeNull()
  expect(link(t('admin.delete.of', { customer })).query()).toBeNull()
})

test('names the module of an entry, but not an id that its title already says', async () => {
  const row = { at, received_at: at, happened: 'delivered', code: null, status: null, customer_id: customer }
  start('supporter', {}, [
    { ...row, id: 1, seq: 1, name: 'event.logged.v1', subject: 'event-1' },
    { ...row, id: 2, seq: 2, name: 'survey.answered.v2', subject: 'training-1' },
  ])
  await expect.element(page.getByText('Nº 1 · Entrada na conta')).toBeVisible()
  await expect.element(page.getByText('Nº 2 · Respostas do questionário · training-1')).toBeVisible()
})
