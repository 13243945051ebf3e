import { createElement } from 'react'
import { expect, test } from 'vitest'
import { findCourse } from '../../config/courses.ts'
import type { MessageId } from '../../i18n/message-id.ts'
import type { ModuleState } from '../../learning/progress.ts'
import { progressIn } from '../../learning/testing/progress-in.ts'
import { findLinks, markupIn } from '../../ui/testing/markup.ts'
import { CourseCard } from './course-card.tsx'

const course = findCourse('training')!
const texts = { title: 'The course', summary: '', modules: {} }
const cardWith = (states: ModuleState[], certificate: MessageId | undefined) => {
  const progress = progressIn(
    Object.fromEntries(course.modules.map(({ id }, at) => [id, states[at] ?? 'open'])),
  )
  return markupIn(
    'en-GB',
    createElement(CourseCard, { course, texts, progress, progressState: 'known', certificate }),
  )
}
const linksWith = (...given: Parameters<typeof cardWith>) => findLinks(cardWith(...given))
const whole = course.modules.map((): ModuleState => 'complete')
const title = { href: '/en-GB/training', text: 'The course' }
const review = { href: '/en-GB/training', text: 'Review The course' }

test('a finished course has its certificate or the request for it, and can be looked at again', () => {
  expect(linksWith(whole, 'certificate.open')).toEqual([
    title,
    { href: '/en-GB/training/certificate', text: 'Open the certificate The course' },
    review,
  ])
  expect(linksWith(whole, 'courses.requestCertificate')).toEqual([
    title,
    { href: '/en-GB/training/certificate', text: 'Request certificate The course' },
    review,
  ])
})

test('a finished course with a pending request can be looked at again', () => {
  expect(linksWith(whole, undefined)).toEqual([title, review])
})

test('an unfinished course is one link, also with a certificate issued for fewer modules', () => {
  expect(linksWith(whole.slice(1), 'certificate.open')).toEqual([title])
  expect(linksWith([], undefined)).toEqual([title])
})

test('shows the hours and the subject of the certificate before the course is started', () => {
  const hours = '5 hours of training: videos, reading, questions and practice with your group.'
  expect(cardWith([], undefined)).toContain(hours)
  expect(cardWith(['complete'], undefined)).not.toContain(hours)
})
