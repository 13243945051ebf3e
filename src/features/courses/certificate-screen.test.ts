import { createElement } from 'react'
import { expect, test } from 'vitest'
import { courseOf } from '../../config/courses.ts'
import { localeCodes, type LocaleCode } from '../../config/locales.ts'
import type { MessageId } from '../../i18n/message-id.ts'
import { translateIn } from '../../i18n/testing/i18n-in.ts'
import { linksOf, markupIn } from '../../ui/testing/markup.ts'
import { CertificateCard } from './certificate-card.tsx'
import { CertificateScreen } from './certificate-screen.tsx'
import type { CertificateState } from './certificate-state.ts'

const issued = (id: 'training' | 'football'): CertificateState => ({
  is: 'issued',
  certificate: {
    certificate_id: '0c8a54d2-0f7a-4d0e-8f35-2f5a7d1f9c11',
    course_id: id,
    isFIFA: id === 'football',
    issued_at: '2026-03-04T12:00:00Z',
  },
})
const modulesOf = (id: 'training' | 'football') => {
  const course = courseOf(id)!
  const modules = Object.fromEntries(
    course.modules.map((module) => [
      module.id,
      { title: `The ${module.id}`, summary: '', body: [], survey: {} },
    ]),
  )
  return { course, texts: { title: `The ${id} course`, summary: '', modules } }
}
const certificateIn = (state: CertificateState) => ({
  state,
  request: async () => undefined,
  print: () => undefined,
})
const screen = (locale: LocaleCode, state: CertificateState, id: 'training' | 'football' = 'training') =>
  markupIn(
    locale,
    createElement(CertificateScreen, {
      certificate: certificateIn(state),
      ...modulesOf(id),
      name: 'Marta da Silva',
    }),
  )

test.each(localeCodes)(
  'the certificate of %s says who completed what, when, under which number',
  (locale) => {
    const t = translateIn(locale)
    const html = screen(locale, issued('training'))
    const date = new Date('2026-03-04T12:00:00Z').toLocaleDateString(locale, { dateStyle: 'long' })
    for (const text of [
      'Marta da Silva',
      'The training course',
      t('certificate.issuedOn', { date }),
      t('certificate.number', { number: '0c8a54d2-0f7a-4d0e-8f35-2f5a7d1f9c11' }),
      t('certificate.print'),
    ])
      expect(html).toContain(text)
    expect(html).not.toContain(t('certificate.football'))
    expect(html.match(/data-paper/g)).toHaveLength(1)
  },
)

test.each(localeCodes)('that of the football series says so in %s', (locale) => {
  expect(screen(locale, issued('football'), 'football')).toContain(
    translateIn(locale)('certificate.football'),
  )
})

test('the modules that are missing are named, each a link to its survey', () => {
  const { modules } = courseOf('training')!
  const html = screen('en-GB', { is: 'to-answer', missing: modules.slice(2) })
  expect(linksOf(html).slice(0, 2)).toEqual([
    { href: '/en-GB/training/training-3', text: 'The training-3' },
    { href: '/en-GB/training/training-extra', text: 'The training-extra' },
  ])
  expect(html).not.toContain('data-paper')
})

const card = (state: CertificateState) =>
  markupIn(
    'en-GB',
    createElement(CertificateCard, { certificate: certificateIn(state), to: 'training/certificate' }),
  )

test.each<{ state: CertificateState; message: MessageId }>([
  { state: { is: 'to-request' }, message: 'courses.requestCertificate' },
  { state: { is: 'requested' }, message: 'courses.certificateRequested' },
  { state: { is: 'needs-you' }, message: 'certificate.needsYou' },
  { state: { is: 'to-answer', missing: courseOf('training')!.modules }, message: 'certificate.toGo' },
  { state: issued('training'), message: 'certificate.open' },
])('the card of a course whose certificate is $state.is says it', ({ state, message }) => {
  expect(card(state)).toContain(translateIn('en-GB')(message, { count: 4 }))
})

test('a request can be made only where there is something to request', () => {
  const states: CertificateState[] = [
    { is: 'requested' },
    { is: 'needs-you' },
    { is: 'to-answer', missing: courseOf('training')!.modules },
    issued('training'),
  ]
  expect(states.filter((state) => card(state).includes('<button'))).toEqual([])
})
