import { createElement, type ReactNode } from 'react'
import { afterEach, expect, test } from 'vitest'
import { findCourse } from '../../config/courses.ts'
import { progressIn } from '../../learning/testing/progress-in.ts'
import type { ProgressState } from '../../learning/progress.ts'
import { findLinks } from '../../ui/testing/markup.ts'
import { show } from '../../ui/testing/show.tsx'
import { CertificateCard } from './certificate-card.tsx'
import { CertificateScreen } from './certificate-screen.tsx'
import { getCertificateState } from './certificate-state.ts'

const course = findCourse('training')!
const unknown = 'Your certificate cannot be looked up now. It will appear as soon as our server responds.'

let screen: ReturnType<typeof show> | undefined
const hide = () => {
  screen?.remove()
  screen = undefined
}
afterEach(hide)

const start = (element: ReactNode) => {
  hide()
  screen = show('en-GB', element)
  return {
    text: screen.place.textContent,
    links: findLinks(screen.place.innerHTML).map((link) => link.text),
    height: screen.place.getBoundingClientRect().height,
  }
}

/** The certificate of a coach whose device has completed one module. */
const certificateWith = (progressState: ProgressState) => ({
  state: getCertificateState(course, {
    progress: progressIn({ 'training-1': 'complete' }),
    progressState,
    entries: [],
    isDelivered: () => false,
    certificate: undefined,
  }),
  request: async () => undefined,
})

const startPage = (progressState: ProgressState) =>
  start(
    createElement(CertificateScreen, {
      certificate: certificateWith(progressState),
      course,
      texts: { title: 'The course', summary: '', modules: {} },
      name: 'Ana Souza',
      verifyCode: null,
      actions: null,
    }),
  )

test('the page lists missing modules only when progress is known', () => {
  const known = startPage('known')
  expect(known.text).toContain('1 of 7 modules complete')
  expect(known.links).toHaveLength(9)
  expect(known.text).not.toContain(unknown)
  const reading = startPage('reading')
  expect(reading.text).not.toContain('1 of 7 modules complete')
  expect(reading.text).not.toContain(unknown)
  expect(reading.links).toEqual(['Back to the course'])
  const failed = startPage('unknown')
  expect(failed.text).not.toContain('1 of 7 modules complete')
  expect(failed.text).toContain(unknown)
  expect(failed.links).toEqual(['Back to the course'])
})

const startCard = (progressState: ProgressState) =>
  start(
    createElement(CertificateCard, {
      certificate: certificateWith(progressState),
      name: 'Ana Souza',
      to: 'training/certificate',
    }),
  )

test('the card counts missing modules only when progress is known, and keeps their place before', () => {
  const known = startCard('known')
  expect(known.links).toEqual(['6 modules left before your certificate'])
  const reading = startCard('reading')
  expect([reading.text.trim(), reading.height]).toEqual(['', known.height])
  expect(startCard('unknown').text).toBe(unknown)
})
