import { createElement } from 'react'
import { expect, test } from 'vitest'
import { findCourse } from '../../config/courses.ts'
import { markupIn } from '../../ui/testing/markup.ts'
import { CourseScreen } from './course-screen.tsx'

test('puts the way on and the modules before the certificate and the description', () => {
  const html = markupIn(
    'en-GB',
    createElement(
      CourseScreen,
      {
        course: findCourse('training')!,
        texts: { title: 'The course', summary: 'A long summary', modules: {} },
        progress: new Map(),
        progressState: 'known',
        savedPositions: new Map(),
        downloaded: new Set<string>(),
        takeAlong: null,
      },
      'The certificate',
    ),
  )
  const order = [
    'The course',
    '0 of 7 modules complete',
    'Start with module 1',
    'training-extra',
    'The certificate',
    'A long summary',
    '5 hours of training: videos, reading, questions and practice with your group.',
  ].map((text) => html.indexOf(text))
  expect(order).not.toContain(-1)
  expect(order).toEqual(order.toSorted((one, other) => one - other))
})
