import { QueryClient, QueryClientProvider, useQuery } from '@tanstack/react-query'
import { createElement } from 'react'
import { afterEach, expect, onTestFinished, test } from 'vitest'
import { page } from 'vitest/browser'
import { localeCodes, type LocaleCode } from '../../../config/locales.ts'
import type { ErrorCode } from '../../../contract/errors.ts'
import type { ResponseOf } from '../../../contract/product-api.ts'
import { vitalNames } from '../../../contract/product-api/health-api.ts'
import type { VitalSummary } from '../../../contract/product-api/admin/health-overview-api.ts'
import { translateIn } from '../../../i18n/testing/i18n-in.ts'
import { show } from '../../../ui/testing/show.tsx'
import { AdminRequestError, type RequestAsAdmin } from '../request-as-admin.ts'
import { completeFilters, type HealthFilters } from './health-filters.ts'
import { healthQuery } from './health-query.ts'
import { HealthScreen } from './health-screen.tsx'

const t = translateIn('en-GB')
const now = Date.UTC(2026, 5, 1, 12)
const ago = (hours: number) => new Date(now - hours * 3_600_000).toISOString()

const summary = (vital: VitalSummary['vital'], change: Partial<VitalSummary> = {}): VitalSummary => ({
  vital,
  count: 0,
  p75: null,
  ratings: { good: 0, needs_improvement: 0, poor: 0 },
  routes: [],
  ...change,
})
const error: ResponseOf<'appHealthOverview'>['errors'][number] = {
  id: 'a',
  place: 'page',
  message: "TypeError: Cannot read properties of undefined (reading 'key')",
  route: '/$locale/files',
  count: 1234,
  first_seen: ago(100),
  last_seen: ago(2),
  version: '0.2.0+Zz-y_987',
}
const full: ResponseOf<'appHealthOverview'> = {
  vitals: [
    summary('LCP', {
      count: 1200,
      p75: 2620,
      ratings: { good: 840, needs_improvement: 240, poor: 120 },
      routes: [
        { route: '/$locale/$slug/$module', p75: 7120, count: 20 },
        { route: '/$locale/', p75: 1180, count: 1180 },
      ],
    }),
    summary('INP', { count: 19, ratings: { good: 19, needs_improvement: 0, poor: 0 } }),
    summary('CLS', {
      count: 40,
      p75: 0.0951,
      ratings: { good: 40, needs_improvement: 0, poor: 0 },
      routes: [{ route: '/$locale/files', p75: 0.0951, count: 40 }],
    }),
    summary('FCP'),
    summary('TTFB', { count: 30, p75: 1900, ratings: { good: 0, needs_improvement: 1, poor: 29 } }),
  ],
  errors: [error, { ...error, id: 'b', place: 'worker', route: null, version: null, message: 'Error: b' }],
}
const empty: ResponseOf<'appHealthOverview'> = {
  vitals: vitalNames.map((vital) => summary(vital)),
  errors: [],
}

let screen: ReturnType<typeof show> | undefined
afterEach(() => screen?.remove())

const start = ({
  locale = 'en-GB',
  filters = {},
  result = full,
  failures = [],
}: {
  locale?: LocaleCode
  filters?: HealthFilters
  result?: ResponseOf<'appHealthOverview'>
  failures?: ErrorCode[]
} = {}) => {
  const applied: HealthFilters[] = []
  const requested: unknown[] = []
  const request = (async (_name, query) => {
    requested.push(query)
    const code = failures.shift()
    if (code) throw new AdminRequestError({ code, status: 0 })
    return result
  }) as RequestAsAdmin
  const chosen = completeFilters(filters)
  const Screen = () =>
    createElement(HealthScreen, {
      filters: chosen,
      query: useQuery(healthQuery(request, 'admin', chosen.period)),
      now,
      onApply: (next) => applied.push(next),
    })
  const client = new QueryClient()
  screen = show(locale, createElement(QueryClientProvider, { client }, createElement(Screen)))
  return { applied, requested }
}

const card = (name: string) => page.getByRole('region', { name, exact: true })
const readTexts = (selector: string) =>
  [...(screen?.place.querySelectorAll(selector) ?? [])].map(({ textContent }) => textContent)

test('shows the 75th percentile of each vital with its unit and rating, and the shares as text', async () => {
  start()
  const lcp = card('Main content visible (LCP)')
  await expect.element(lcp.getByText('2.6\u00a0s')).toBeVisible()
  const paragraphs = (place: typeof lcp) =>
    [...place.element().querySelectorAll('p, li')].map(({ textContent }) => textContent)
  expect(paragraphs(lcp)).toEqual([
    '2.6\u00a0s Needs improvement',
    'Good 70%',
    'Needs improvement 20%',
    'Poor 10%',
    '1,200 reports Good: up to 2.5\u00a0s. Poor: over 4.0\u00a0s.',
  ])
  expect(paragraphs(card('First byte from the server (TTFB)'))[0]).toBe('1.9\u00a0s Poor')
  expect(lcp.getByRole('listitem').elements()).toHaveLength(3)
})

test('shows a good vital in a row, and explains the colours of the shares once', async () => {
  start()
  const row = page.getByRole('listitem').filter({ hasText: 'Layout shift (CLS)' })
  await expect.element(row.getByText('0.10')).toBeVisible()
  expect(row.element().textContent).toBe('Layout shift (CLS)40 reports0.10 Good')
  expect(row.element().getBoundingClientRect().height).toBeGreaterThanOrEqual(44)
  expect(readTexts('ul[aria-hidden] li')).toEqual(['Good', 'Needs improvement', 'Poor'])
})

test('shows no number if fewer than 20 pages have reported', async () => {
  start()
  const inp = page.getByRole('listitem').filter({ hasText: 'Response to a tap (INP)' })
  await expect.element(inp.getByText(t('admin.health.tooFew'))).toBeVisible()
  await expect.element(inp.getByText('19 reports')).toBeVisible()
  expect(inp.element().querySelector('li, [data-rating]')).toBeNull()
})

test('lists the pages with the worst values of the chosen vital', async () => {
  const { applied } = start()
  await expect.element(page.getByRole('table')).toBeVisible()
  expect(readTexts('tbody tr > *')).toEqual([
    '/$locale/$slug/$module',
    '7.1\u00a0s Poor',
    '20',
    t('header.home'),
    '1.2\u00a0s Good',
    '1,180',
  ])
  await page.getByRole('radio', { name: 'CLS' }).click({ force: true })
  expect(applied).toEqual([{ days: 28, vital: 'CLS' }])
})

test('says if no page has enough reports of the chosen vital', async () => {
  start({ filters: { vital: 'TTFB' } })
  await expect.element(page.getByText(t('admin.health.noPages'))).toBeVisible()
})

test('requests the chosen period, and passes another choice to the page', async () => {
  const { applied, requested } = start({ filters: { days: 7, vital: 'INP' } })
  await expect.element(page.getByRole('radio', { name: '7 days' })).toBeChecked()
  expect(requested).toEqual([{ days: '7' }])
  await page.getByRole('radio', { name: '90 days' }).click({ force: true })
  expect(applied).toEqual([{ days: 90, vital: 'INP' }])
})

test('lists errors with their place, count, times and version', async () => {
  start()
  const errors = page.getByRole('list', { name: t('admin.health.errors') })
  await expect.element(errors.getByText(error.message)).toBeVisible()
  const [first, second] = [...errors.element().children].map((item) =>
    [...item.querySelectorAll('dd')].map(({ textContent }) => textContent),
  )
  expect(first).toEqual([
    'On a page',
    'My files',
    '1,234',
    expect.stringMatching(/2026.*\(2 hr ago\)$/),
    expect.stringMatching(/2026.*\(4 days ago\)$/),
    '0.2.0+Zz-y_987',
  ])
  expect(second?.slice(0, 2)).toEqual(['During an upload', '1,234'])
})

test('shows ten of many errors, and more on request', async () => {
  const errors = Array.from({ length: 50 }, (_, at) => ({ ...error, id: String(at) }))
  start({ result: { ...full, errors } })
  const list = page.getByRole('list', { name: t('admin.health.errors') })
  await expect.poll(() => list.element().children.length).toBe(10)
  await page.getByRole('button', { name: t('common.showMore') }).click()
  expect(list.element().children).toHaveLength(20)
})

test('shows a message instead of the numbers if nothing was reported', async () => {
  start({ result: empty })
  await expect.element(page.getByText(t('admin.health.empty'))).toBeVisible()
  await expect.element(page.getByText(t('admin.health.noErrors'))).toBeVisible()
  expect(page.getByRole('heading', { level: 3 }).elements()).toEqual([])
})

test.each(localeCodes)('in %s fits the width of a phone, and breaks no number', async (locale) => {
  const { innerWidth, innerHeight } = window
  onTestFinished(() => page.viewport(innerWidth, innerHeight))
  await page.viewport(360, 740)
  start({ locale })
  await expect.poll(() => screen?.place.querySelectorAll('tbody tr').length).toBe(2)
  expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(360)
  const broken = [...(screen?.place.querySelectorAll('td > span:first-child, td:last-child') ?? [])].filter(
    (cell) => {
      const range = document.createRange()
      range.selectNodeContents(cell)
      return range.getClientRects().length > 1
    },
  )
  expect(broken.map(({ textContent }) => textContent)).toEqual([])
})

test('tells a former admin that the page is for admins', async () => {
  start({ failures: ['admin-only'] })
  await expect.element(page.getByText(t('admin.forbidden'))).toBeVisible()
})

test('gives the reason when loading fails, and requests the numbers again', async () => {
  start({ failures: ['no-answer'] })
  await expect.element(page.getByText(t('admin.failed'))).toBeVisible()
  await page.getByRole('button', { name: t('common.retry') }).click()
  await expect.element(page.getByText('2.6\u00a0s')).toBeVisible()
  expect(page.getByText(t('admin.failed')).elements()).toEqual([])
})
