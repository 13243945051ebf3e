import { createElement } from 'react'
import { expect, test } from 'vitest'
import { findCourse } from '../../config/courses.ts'
import { markupIn } from '../../ui/testing/markup.ts'
import { CourseScreen } from './course-screen.tsx'

test('puts the links into and out of the course before its description', () => {
  const html = markupIn(
    'en-GB',
    createElement(
      CourseScreen,
      {
        course: findCourse('training')!,
        texts: { title: 'The course', summary: 'A long summary', modules: {} },
        progress: new Map(),
        progressState: 'known',
        downloaded: new Set<string>(),
        takeAlong: null,
      },
      'The certificate',
    ),
  )
  const order = [
    'The course',
    'Start with module 1',
    'The certificate',
    'A long summary',
    '5 hours of training: videos, reading, questions and practice with your group.',
    'Modules',
  ].map((text) => html.indexOf(text))
  expect(order).not.toContain(-1)
  expect(order).toEqual(order.toSorted((one, other) => one - other))
})
