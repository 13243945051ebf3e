import { createElement } from 'react'
import { expect, test } from 'vitest'
import { courseOf } from '../../config/courses.ts'
import type { MessageId } from '../../i18n/message-id.ts'
import type { ModuleState } from '../../learning/progress.ts'
import { progressIn } from '../../learning/testing/progress-in.ts'
import { linksOf, markupIn } from '../../ui/testing/markup.ts'
import { CourseCard } from './course-card.tsx'

const course = courseOf('training')!
const texts = { title: 'The course', summary: '', modules: {} }
const cardWith = (states: ModuleState[], certificate: MessageId | undefined) => {
  const progress = progressIn(
    Object.fromEntries(course.modules.map(({ id }, at) => [id, states[at] ?? 'open'])),
  )
  return markupIn('en-GB', createElement(CourseCard, { course, texts, progress, certificate }))
}
const linksWith = (...given: Parameters<typeof cardWith>) => linksOf(cardWith(...given))
const whole = course.modules.map((): ModuleState => 'complete')
const review = { href: '/en-GB/training', text: 'Review The course' }

test('a finished course offers its certificate first, or to request it, and then itself', () => {
  expect(linksWith(whole, 'certificate.open')).toEqual([
    { href: '/en-GB/training/certificate', text: 'Open the certificate The course' },
    review,
  ])
  expect(linksWith(whole, 'courses.requestCertificate')).toEqual([
    { href: '/en-GB/training/certificate', text: 'Request certificate The course' },
    review,
  ])
})

test('where the request is on its way, a finished course offers itself', () => {
  expect(linksWith(whole, undefined)).toEqual([review])
})

test('an unfinished course comes before a certificate that was issued when it had fewer modules', () => {
  expect(linksWith(whole.slice(1), 'certificate.open')).toEqual([{ ...review, text: 'Continue The course' }])
  expect(linksWith([], undefined)).toEqual([{ ...review, text: 'Start The course' }])
})

test('a course says before it is begun how many hours its certificate will, and of what', () => {
  expect(cardWith([], undefined)).toContain(
    '5 hours of training: videos, reading, questions and practice with your group.',
  )
})
