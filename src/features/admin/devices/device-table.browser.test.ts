import { createElement } from 'react'
import { afterEach, expect, test } from 'vitest'
import { page } from 'vitest/browser'
import type { SyncDevice } from '../../../contract/product-api/admin/devices-api.ts'
import { formatSupportCode } from '../../../contract/support-code.ts'
import { translateIn } from '../../../i18n/testing/i18n-in.ts'
import { show } from '../../../ui/testing/show.tsx'
import { DeviceTable } from './device-table.tsx'

const now = Date.UTC(2026, 10, 28)
const time = new Date(now - 3_600_000).toISOString()

let screen: ReturnType<typeof show> | undefined
afterEach(() => screen?.remove())

const createDevice = (at: number): SyncDevice => ({
  device: `${String(at).padStart(8, '0')}-0000-4000-8000-000000000000`,
  customer_id: 'f00dcafe-0000-4000-8000-00000000cafe',
  customers: 2,
  country: 'BR',
  locale: 'pt-BR',
  version: '1.0',
  first_seen: time,
  last_seen: time,
  last_success: time,
  pending: at % 3,
  needs_you: at % 4,
  oldest_at: time,
  gaps: at % 5,
  errors: [],
  began_anew: null,
})
const devices = Array.from({ length: 25 }, (_, at) => createDevice(at))

test.each(['pt-BR', 'es-AR', 'en-GB'] as const)(
  'shows 25 devices of %s in two lines each',
  async (locale) => {
    await page.viewport(360, 740)
    screen = show(locale, createElement(DeviceTable, { devices, now }))
    screen.place.style.width = '328px'
    const rows = [...screen.place.querySelectorAll('tbody tr')]
    expect(rows).toHaveLength(25)
    for (const row of rows) expect(row.getBoundingClientRect().height).toBeLessThanOrEqual(72)
    expect(screen.find('table').scrollWidth).toBeLessThanOrEqual(328)
    const links = page.getByRole('rowheader').getByRole('link').elements()
    expect(links).toHaveLength(25)
    for (const link of links) expect(link.getBoundingClientRect().height).toBeGreaterThanOrEqual(44)
  },
)

test('names on a computer who uses a device, when it was seen, what waits, and its state', async () => {
  const t = translateIn('en-GB')
  await page.viewport(1280, 800)
  screen = show('en-GB', createElement(DeviceTable, { devices: [createDevice(1)], now }))
  await expect.element(page.getByRole('columnheader', { name: t('admin.list.state') })).toBeVisible()
  const row = page.getByRole('row').filter({ hasText: formatSupportCode(createDevice(1).device) })
  await expect.element(row.getByText(t('admin.device.moreCustomers', { count: 1 }))).toBeVisible()
  await expect.element(row.getByText(t('admin.list.needsYou', { count: 1 }))).toBeVisible()
  await expect.element(row.getByText(t('admin.list.gaps', { count: 1 }))).toBeVisible()
})
