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
const review = { href: '/en-GB/training', text: 'Review The course' }

test('a finished course offers its certificate or the request for it first, then the course', () => {
  expect(linksWith(whole, 'certificate.open')).toEqual([
    { href: '/en-GB/training/certificate', text: 'Open the certificate The course' },
    review,
  ])
  expect(linksWith(whole, 'courses.requestCertificate')).toEqual([
    { href: '/en-GB/training/certificate', text: 'Request certificate The course' },
    review,
  ])
})

test('a finished course with a pending request offers the course', () => {
  expect(linksWith(whole, undefined)).toEqual([review])
})

test('puts an unfinished course before its certificate issued for fewer modules', () => {
  expect(linksWith(whole.slice(1), 'certificate.open')).toEqual([{ ...review, text: 'Continue The course' }])
  expect(linksWith([], undefined)).toEqual([{ ...review, text: 'Start The course' }])
})

test('shows the hours and the subject of the certificate before the course is started', () => {
  expect(cardWith([], undefined)).toContain(
    '5 hours of training: videos, reading, questions and practice with your group.',
  )
})
