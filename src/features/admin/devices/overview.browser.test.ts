import { QueryClient, QueryClientProvider, useQuery } from '@tanstack/react-query'
import { createElement } from 'react'
import { afterEach, expect, test } from 'vitest'
import { page } from 'vitest/browser'
import type { ErrorCode } from '../../../contract/errors.ts'
import type { ResponseOf } from '../../../contract/product-api.ts'
import { translateIn } from '../../../i18n/testing/i18n-in.ts'
import { createDeferred } from '../../../lib/async/deferred.ts'
import { show } from '../../../ui/testing/show.tsx'
import type { DeviceFilters } from './device-filters.ts'
import { overviewQuery } from './device-queries.ts'
import { AdminRequestError, type RequestAsAdmin } from '../request-as-admin.ts'
import { Overview } from './overview.tsx'

const t = translateIn('en-GB')

const counts: ResponseOf<'syncOverview'> = {
  needs_you: 1043,
  gaps: 0,
  seen: { today: 61_250, week: 24_011, month: 9820, longer: 4919 },
  waiting: { nothing: 95_020, hour: 2330, day: 1500, week: 870, longer: 1 },
  needs_you_by_version: Array.from({ length: 7 }, (_, at) => ({
    version: `0.${9 - at}.0`,
    devices: 90 - at,
  })),
  needs_you_by_country: [],
}

let screen: ReturnType<typeof show> | undefined
afterEach(() => screen?.remove())

const start = ({
  filters = {},
  failures = [],
  result = counts,
}: {
  filters?: DeviceFilters
  failures?: ErrorCode[]
  result?: ResponseOf<'syncOverview'>
} = {}) => {
  const counted = createDeferred<void>()
  const request = (async () => {
    await counted.promise
    const code = failures.shift()
    if (code) throw new AdminRequestError({ code, status: 0 })
    return result
  }) as unknown as RequestAsAdmin
  const Screen = () => {
    const query = useQuery(overviewQuery(request, 'admin', filters))
    return createElement(Overview, { query, filters, isWideScreen: true })
  }
  const client = new QueryClient()
  screen = show('en-GB', createElement(QueryClientProvider, { client }, createElement(Screen)))
  return { count: () => counted.resolve() }
}

const chart = (name: string) => page.getByRole('region', { name, exact: true })
const waiting = () => chart(t('admin.overview.waiting'))

test('reserves the bars’ places before the numbers have loaded', async () => {
  await page.viewport(1280, 800)
  const { count } = start()
  const places = () =>
    [...document.querySelectorAll('h3')].map((heading) => heading.getBoundingClientRect().top)
  await expect.element(page.getByText(t('common.loading'))).toBeInTheDocument()
  expect(waiting().getByRole('link').elements()).toEqual([])
  const before = places()
  count()
  await expect.element(chart(t('admin.overview.seen')).getByText('61,250')).toBeVisible()
  expect(before).toHaveLength(5)
  expect(places()).toEqual(before)
})

test('links each number above zero to its devices, with the active filters', async () => {
  start({ filters: { country: 'BR' } }).count()
  await expect.element(waiting().getByRole('link', { name: 'Over 7 days 1 device' })).toBeVisible()
  const [first] = waiting().getByRole('link').elements()
  expect(first?.getAttribute('href')).toBe('/en-GB/admin/sync?country=BR&waiting=nothing')
  const attention = chart(t('admin.overview.attention'))
  expect(attention.getByRole('link').elements()).toHaveLength(1)
  await expect.element(attention.getByText(t('admin.overview.gaps'))).toBeVisible()
})

test('marks the active bar, which removes its filter', async () => {
  start({ filters: { waiting: 'longer' } }).count()
  const link = waiting().getByRole('link', { name: `Over 7 days 1 device ${t('admin.overview.on')}` })
  await expect.element(link).toHaveAttribute('aria-current', 'true')
  expect(link.element().getAttribute('href')).toBe('/en-GB/admin/sync')
})

test('shows the most urgent versions, and the others on request', async () => {
  start().count()
  const versions = chart(t('admin.overview.byVersion'))
  await expect.element(versions.getByText('0.9.0')).toBeVisible()
  expect(versions.getByRole('link').elements()).toHaveLength(3)
  await versions.getByRole('button').click()
  expect(versions.getByRole('link').elements()).toHaveLength(6)
  await expect
    .element(chart(t('admin.overview.byCountry')).getByText(t('admin.overview.noneNeedsYou')))
    .toBeVisible()
})

const calm = { ...counts, needs_you: 0, needs_you_by_version: [] }

test('says in one line that nothing needs attention', async () => {
  start({ result: calm }).count()
  await expect.element(page.getByText(t('admin.overview.noneNeedsYou'))).toBeVisible()
  const titles = page
    .getByRole('heading', { level: 3 })
    .elements()
    .map(({ textContent }) => textContent)
  expect(titles).toEqual([t('admin.overview.waiting'), t('admin.overview.seen')])
})

test('keeps the bar of an active filter, although nothing needs attention', async () => {
  start({ result: calm, filters: { needs: true } }).count()
  const attention = chart(t('admin.overview.attention'))
  await expect.element(attention.getByRole('link')).toHaveAttribute('aria-current', 'true')
})

test('draws an empty track for zero', async () => {
  start().count()
  const attention = chart(t('admin.overview.attention'))
  await expect.element(attention.getByText('1,043')).toBeVisible()
  const [needsYou, gaps] = attention.getByRole('listitem').elements()
  expect(needsYou?.querySelector('[style]')).not.toBeNull()
  expect(gaps?.querySelectorAll('[class*=track]')).toHaveLength(1)
  expect(gaps?.querySelector('[style]')).toBeNull()
})

test('gives the reason when the numbers fail to load, and requests them again', async () => {
  start({ failures: ['no-answer'] }).count()
  await expect.element(page.getByText(t('admin.failed'))).toBeVisible()
  await page.getByRole('button', { name: t('common.retry') }).click()
  await expect.element(chart(t('admin.overview.seen')).getByText('61,250')).toBeVisible()
  expect(page.getByText(t('admin.failed')).elements()).toEqual([])
})
