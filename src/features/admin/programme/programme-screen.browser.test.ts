import { QueryClient, QueryClientProvider, useQuery } from '@tanstack/react-query'
import { createElement } from 'react'
import { afterEach, expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { localeCodes, type LocaleCode } from '../../../config/locales.ts'
import type { ErrorCode } from '../../../contract/errors.ts'
import type { Role } from '../../../contract/roles.ts'
import type { ResponseOf } from '../../../contract/product-api.ts'
import { translateIn } from '../../../i18n/testing/i18n-in.ts'
import { show } from '../../../ui/testing/show.tsx'
import { AdminIdentityProvider } from '../admin-identity.ts'
import { AdminRequestError, type RequestAsAdmin } from '../request-as-admin.ts'
import { completeFilters, type ProgrammeFilters } from './programme-filters.ts'
import { answersQuery, writtenAnswersQuery, totalsQuery } from './programme-queries.ts'
import { ProgrammeScreen } from './programme-screen.tsx'

const t = translateIn('en-GB')

const catalogue = {
  training: {
    title: 'Training',
    summary: '',
    modules: {
      'training-1': {
        title: 'One pitch',
        summary: '',
        survey: {
          q1: {
            question: 'How do you begin?',
            options: { a: 'With a circle', b: 'With a match, so that everybody sees who has played before' },
          },
          q3: { question: 'What will you try?' },
        },
      },
    },
  },
}

const brazil = { country: 'BR', locale: 'pt-BR', series: null } as const
const america = { country: 'US', locale: 'es-US', series: null } as const
const everything: ResponseOf<'programme'> = {
  seasons: ['2025', '2026'],
  totals: [
    { measure: 'registrations', month: '2026-01', amount: 1200, ...brazil },
    { measure: 'registrations', month: '2026-03', amount: 34, ...america },
    { measure: 'people', month: '2026-03', amount: 5, ...america },
  ],
}
const answers: ResponseOf<'programmeAnswers'> = {
  questions: [
    {
      question: 'q1',
      kind: 'single',
      answered: 4,
      choices: [
        { choice: 'a', count: 3 },
        { choice: 'b', count: 1 },
      ],
    },
    { question: 'q3', kind: 'text', answered: 1, choices: [] },
  ],
}
const written: ResponseOf<'programmeTexts'> = {
  texts: [{ id: '1.1', text: 'A round before each match.', month: '2026-03', locale: 'en-GB' }],
  next: null,
}

let screen: ReturnType<typeof show> | undefined
afterEach(() => screen?.remove())

const start = ({
  locale = 'en-GB',
  filters = {},
  totals = everything,
  questions = answers.questions,
  failures = [],
  role = 'manager',
}: {
  locale?: LocaleCode
  filters?: ProgrammeFilters
  totals?: ResponseOf<'programme'>
  questions?: ResponseOf<'programmeAnswers'>['questions']
  failures?: ErrorCode[]
  role?: Role
} = {}) => {
  const applied: ProgrammeFilters[] = []
  const results = { programme: totals, programmeAnswers: { questions }, programmeTexts: written }
  const request = (async (name: keyof typeof results) => {
    const code = failures.shift()
    if (code) throw new AdminRequestError({ code, status: 0 })
    return results[name]
  }) as RequestAsAdmin
  const chosen = completeFilters(filters, new Date('2026-11-22T12:00:00Z'))
  const Screen = () =>
    createElement(ProgrammeScreen, {
      filters: chosen,
      totals: useQuery(totalsQuery(request, 'admin', chosen)),
      answers: useQuery(answersQuery(request, 'admin', chosen)),
      createAnswersQuery: (question) => writtenAnswersQuery(request, 'admin', { filters: chosen, question }),
      catalogue,
      request,
      onApply: (next) => applied.push(next),
    })
  const client = new QueryClient()
  const value = { customerId: 'admin', role }
  const content = createElement(AdminIdentityProvider, { value }, createElement(Screen))
  screen = show(locale, createElement(QueryClientProvider, { client }, content))
  return applied
}

const readRows = (name: string) =>
  page
    .getByRole('region', { name })
    .getByRole('row')
    .elements()
    .map((row) => [...row.children].map(({ textContent }) => textContent))

/** The widths of the bars of a table, in percent of their tracks. */
const readBars = (name: string) =>
  [...page.getByRole('region', { name }).element().querySelectorAll('tbody th > [aria-hidden]')].map(
    (track) => Math.round((100 * (track.firstElementChild?.clientWidth ?? 0)) / track.clientWidth),
  )

test('shows every figure as a number, and the chosen one by month and country, with a bar in each row', async () => {
  start()
  const byCountry = t('admin.programme.by.country', { figure: 'Sign-ups' })
  const byMonth = t('admin.programme.byMonth', { figure: 'Sign-ups' })
  await expect.element(page.getByRole('region', { name: byCountry })).toBeVisible()
  expect(readRows(byCountry)).toEqual([
    ['Country', 'Sign-ups'],
    ['Brazil', '1,200'],
    ['United States', '34'],
  ])
  expect(readBars(byCountry)).toEqual([100, 3])
  expect(readRows(byMonth).slice(1, 4)).toEqual([
    ['January', '1,200'],
    ['February', '0'],
    ['March', '34'],
  ])
  expect(readBars(byMonth)).toEqual([100, 0, 3, ...Array.from({ length: 9 }, () => 0)])
  await expect.element(page.getByText('1,234', { exact: true })).toBeVisible()
})

test('shows answers as shares of respondents, and free texts only with country and month', async () => {
  start()
  await expect.element(page.getByText('A round before each match.')).toBeVisible()
  expect(readRows('How do you begin?').slice(1)).toEqual([
    ['With a circle', '3', '75%'],
    ['With a match, so that everybody sees who has played before', '1', '25%'],
  ])
  expect(readBars('How do you begin?')).toEqual([75, 25])
  await expect.element(page.getByText('United Kingdom · English, March 2026')).toBeVisible()
})

test.each(localeCodes)('in %s fits the width of a phone', async (locale) => {
  await page.viewport(360, 740)
  start({ locale, filters: { figure: 'people' } })
  await expect.poll(() => screen?.place.querySelectorAll('table').length).toBeGreaterThan(2)
  expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(360)
})

test('breaks no word and no number of a table on a phone', async () => {
  await page.viewport(360, 740)
  start({ filters: { figure: 'people' } })
  await expect.element(page.getByText('25%')).toBeVisible()
  const broken = [...(screen?.place.querySelectorAll('thead th, td') ?? [])].filter((cell) => {
    const range = document.createRange()
    range.selectNodeContents(cell)
    const words = (cell.textContent ?? '').split(' ').length
    return range.getClientRects().length > words
  })
  expect(broken.map(({ textContent }) => textContent)).toEqual([])
})

test('passes the filters to the page, without unset ones', async () => {
  const applied = start({ filters: { country: 'BR' } })
  await page.getByText(t('admin.programme.filterHeading')).click()
  await page.getByLabelText(t('admin.programme.filter.figure')).selectOptions('people')
  await page.getByRole('button', { name: t('admin.filter.apply') }).click()
  expect(applied).toEqual([{ season: 2026, country: 'BR', figure: 'people', module: 'training-1' }])
})

test('shows a message for a season without data', async () => {
  start({ totals: { seasons: [], totals: [] } })
  await expect.element(page.getByText(t('admin.programme.empty'))).toBeVisible()
})

test('shows no table of zeros', async () => {
  start({ filters: { figure: 'certificates' } })
  const region = page.getByRole('region', {
    name: t('admin.programme.byMonth', { figure: t('admin.programme.figure.certificates') }),
  })
  await expect.element(region.getByText(t('admin.programme.empty'))).toBeVisible()
  expect(region.getByRole('table').all()).toEqual([])
})

test('shows one message instead of every question that nobody has answered', async () => {
  start({ questions: [{ question: 'q1', kind: 'single', answered: 0, choices: [] }] })
  await expect.element(page.getByText(t('admin.programme.noAnswers'))).toBeVisible()
  await expect.element(page.getByText('How do you begin?')).not.toBeInTheDocument()
})

test('tells a former admin that the page is for admins', async () => {
  start({ failures: ['admin-only', 'admin-only'] })
  await expect.element(page.getByText(t('admin.forbidden'))).toBeVisible()
})

test('gives the reason when loading fails, and requests the data again', async () => {
  start({ failures: ['no-answer'] })
  await expect.element(page.getByText(t('admin.failed'))).toBeVisible()
  await page.getByRole('button', { name: t('common.retry') }).click()
  await expect.element(page.getByText('1,234', { exact: true })).toBeVisible()
})

test.each([
  ['viewer', { writes: false, downloads: false }],
  ['supporter', { writes: true, downloads: false }],
  ['manager', { writes: true, downloads: true }],
] as const)('shows a %s only what the role may see: %j', async (role, { writes, downloads }) => {
  start({ role })
  await expect.element(page.getByRole('region', { name: 'How do you begin?' })).toBeVisible()
  const needed = t('admin.programme.textsNeedRole', { role: t('admin.roles.name.supporter') })
  await expect.element(page.getByText(writes ? 'A round before each match.' : needed)).toBeVisible()
  expect(page.getByText(needed).query() === null).toBe(writes)
  expect(page.getByRole('link', { name: t('admin.programme.zip') }).query() !== null).toBe(downloads)
  expect(page.getByRole('link', { name: t('admin.programme.csv') }).query() !== null).toBe(downloads)
})
