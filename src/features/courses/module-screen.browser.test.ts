import { createElement } from 'react'
import { afterEach, expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { findCourse, type CourseModule } from '../../config/courses.ts'
import { translateIn } from '../../i18n/testing/i18n-in.ts'
import { show } from '../../ui/testing/show.tsx'
import { ModuleScreen } from './module-screen.tsx'

const t = translateIn('en-GB')
const course = findCourse('training')!
const [first, second, third] = course.modules
if (!first || !second || !third) throw new Error('The course has three modules and more.')

let screen: ReturnType<typeof show> | undefined
afterEach(() => screen?.remove())

const linksOn = (linkedModule: CourseModule | undefined) => {
  const nothing = { jumpLinks: null, aims: null, download: null, children: null }
  const film = { failure: undefined, onFailure: () => {} }
  const video = { ...film, onBegin: () => {}, onWatched: () => {}, onPosition: () => {} }
  const device = { startAt: undefined, offline: false, pageUrl: 'https://site.test/here' }
  const props = { course, module: first, texts: undefined, video, linkedModule, ...device, ...nothing }
  screen = show('en-GB', createElement(ModuleScreen, props))
  return page
    .getByRole('link')
    .all()
    .map((link) => link.element().textContent)
}
const toCourse = t('courses.backToCourse')
const place = t('courses.moduleOf', { number: 1, count: course.modules.length })
const toSecond = t('courses.nextModule', { title: second.id })

test('links a module to its course and to the next module', () => {
  expect(linksOn(undefined)).toEqual([place, toCourse, toSecond])
})

test('shows no second link when the step after the answers leads to the next module', () => {
  expect(linksOn(second)).toEqual([place, toCourse])
})

test('links the next module separately when that step leads to a skipped one', () => {
  expect(linksOn(third)).toEqual([place, toCourse, toSecond])
})
