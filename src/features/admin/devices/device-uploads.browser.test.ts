import { createElement, type ComponentProps } from 'react'
import { afterEach, expect, onTestFinished, test } from 'vitest'
import { page } from 'vitest/browser'
import { localeCodes, type LocaleCode } from '../../../config/locales.ts'
import { translateIn } from '../../../i18n/testing/i18n-in.ts'
import { show } from '../../../ui/testing/show.tsx'
import { DeviceUploads } from './device-uploads.tsx'

const t = translateIn('en-GB')

let screen: ReturnType<typeof show> | undefined
afterEach(() => screen?.remove())

const open = (uploads: ComponentProps<typeof DeviceUploads>['uploads'], locale: LocaleCode = 'en-GB') => {
  screen = show(locale, createElement(DeviceUploads, { uploads }))
  return screen
}
/** Each name of the list with its value. */
const facts = ({ place }: ReturnType<typeof show>) =>
  [...place.querySelectorAll('dl > div')].map((fact) => [...fact.children].map((part) => part.textContent))

const uploads = [
  { outcome: 'paused', reason: 'offline', count: 1 },
  { outcome: 'signed-again', reason: 'credentials-refused', count: 2 },
  { outcome: 'retried', reason: 'unreachable', count: 4 },
  { outcome: 'retried', reason: 'foreign-answer', count: 1 },
  { outcome: 'retried', reason: 'busy', count: 1200 },
  { outcome: 'paused', reason: 'sign-in-needed', count: 3 },
  { outcome: 'completed', count: 12 },
]

test('shows upload outcomes and the reasons for repeats, the most frequent reason first', () => {
  expect(facts(open(uploads))).toEqual([
    ['Completed', '12'],
    ['Paused', 'Sign-in needed: 3', 'No connection: 1'],
    [
      'Sent again',
      'Storage busy: 1,200',
      'No response from the storage: 4',
      'Something on the network answered instead of the storage: 1',
    ],
    ['Signed again', 'Credentials refused: 2'],
  ])
})

test.each(localeCodes)('in %s fits a narrow phone', async (locale) => {
  const { innerWidth, innerHeight } = window
  onTestFinished(() => page.viewport(innerWidth, innerHeight))
  await page.viewport(360, 740)
  open(uploads, locale)
  expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(360)
})

test('labels counts of a newer app as other', () => {
  const newer = [
    { outcome: 'thawed', count: 2 },
    { outcome: 'retried', reason: 'spring', count: 1 },
  ]
  expect(facts(open(newer))).toEqual([
    ['Sent again', 'Other (spring): 1'],
    ['Other (thawed)', '2'],
  ])
})

test.each([
  ['no uploads', [], 'admin.uploads.none'],
  ['an older app', null, 'admin.uploads.notReported'],
  ['an older server', undefined, 'admin.uploads.notReported'],
] as const)('with %s shows a message and no list', async (_what, none, message) => {
  expect(facts(open(none && [...none]))).toEqual([])
  await expect.element(page.getByText(t(message), { exact: true })).toBeVisible()
})
