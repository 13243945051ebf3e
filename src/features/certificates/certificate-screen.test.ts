import { createElement } from 'react'
import { expect, test } from 'vitest'
import { findCourse } from '../../config/courses.ts'
import { localeCodes, type LocaleCode } from '../../config/locales.ts'
import type { MessageId } from '../../i18n/message-id.ts'
import { translateIn } from '../../i18n/testing/i18n-in.ts'
import { findLinks, markupIn } from '../../ui/testing/markup.ts'
import { getCertificateAction, type CertificateState } from './certificate-state.ts'
import { CertificateCard } from './certificate-card.tsx'
import { CertificateScreen } from './certificate-screen.tsx'

const issued = (id: 'training' | 'football'): CertificateState => ({
  kind: 'issued',
  isChanging: false,
  document: {
    number: '2222-2222-2222',
    name: 'Marta da Silva',
    course_id: id,
    title: `The ${id} course`,
    locale: 'pt-BR',
    hours: 3,
    issued_at: '2026-03-04T12:00:00Z',
    key_id: '2026-03',
    signature: 'signed',
  },
})
const createCourseTexts = (id: 'training' | 'football') => {
  const course = findCourse(id)!
  const modules = Object.fromEntries(
    course.modules.map((module) => [module.id, { title: `The ${module.id}`, summary: '', survey: {} }]),
  )
  return { course, texts: { title: `The ${id} course`, summary: '', modules } }
}
const certificateIn = (state: CertificateState) => ({
  state,
  request: async () => undefined,
})
const screen = (locale: LocaleCode, state: CertificateState, id: 'training' | 'football' = 'training') =>
  markupIn(
    locale,
    createElement(CertificateScreen, {
      certificate: certificateIn(state),
      ...createCourseTexts(id),
      name: 'Marta Lima',
      verifyCode: 'the code',
      actions: 'what can be done',
    }),
  )

test.each(localeCodes)(
  'the certificate of %s names the person, the course, the date and the number',
  (locale) => {
    const t = translateIn(locale)
    const html = screen(locale, issued('training'))
    const date = new Date('2026-03-04T12:00:00Z').toLocaleDateString(locale, {
      dateStyle: 'long',
      timeZone: 'UTC',
    })
    for (const text of [
      'Marta da Silva',
      'The training course',
      t('certificate.issuedOn', { date }),
      t('certificate.number', { number: '2222-2222-2222' }),
      t('certificate.hours', { hours: 3 }),
      t('certificate.changeName'),
      t('certificate.congratulations'),
      'the code',
      'what can be done',
    ])
      expect(html).toContain(text)
    expect(html).not.toContain(t('certificate.football'))
    // The certificate and what the course covers, each on a sheet of its own.
    expect(html.match(/data-paper/g)).toHaveLength(2)
    expect(html).toContain(t('certificate.syllabus'))
    expect(html).toContain('The training-extra')
  },
)

test.each(localeCodes)('the certificate of the football series names the series in %s', (locale) => {
  expect(screen(locale, issued('football'), 'football')).toContain(
    translateIn(locale)('certificate.football'),
  )
})

test('continues with the first missing module, and lists complete and missing ones with links', () => {
  const { modules } = findCourse('training')!
  const html = screen('en-GB', {
    kind: 'to-complete',
    missing: modules.filter(({ id }) => id === 'training-3' || id === 'training-extra'),
  })
  const t = translateIn('en-GB')
  const links = findLinks(html)
  expect(links).toHaveLength(modules.length + 2)
  expect(links[0]).toEqual({ href: '/en-GB/training', text: t('courses.backToCourse') })
  expect(links).toContainEqual({
    href: '/en-GB/training/training-2',
    text: `The training-2${t('courses.stateComplete')}`,
  })
  expect(links).toContainEqual({
    href: '/en-GB/training/training-extra',
    text: `The training-extra${t('courses.stateOpen')}`,
  })
  expect(links[1]).toEqual({
    href: '/en-GB/training/training-3',
    text: t('courses.goOnWith', { number: 3 }),
  })
  expect(html).toContain(t('courses.progress', { done: modules.length - 2, total: modules.length }))
  expect(html).not.toContain('data-paper')
})

const card = (state: CertificateState, share?: string) =>
  markupIn(
    'en-GB',
    createElement(CertificateCard, {
      certificate: certificateIn(state),
      name: 'Marta da Silva',
      to: 'training/certificate',
      share,
    }),
  )

test.each<{ state: CertificateState; message: MessageId }>([
  { state: { kind: 'to-request', isRecorded: false }, message: 'courses.requestCertificate' },
  { state: { kind: 'to-request', isRecorded: true }, message: 'certificate.earnedBody' },
  { state: { kind: 'requested' }, message: 'courses.certificateRequested' },
  { state: { kind: 'needs-you' }, message: 'certificate.needsYou' },
  { state: { kind: 'to-complete', missing: findCourse('training')!.modules }, message: 'certificate.toGo' },
  { state: issued('training'), message: 'certificate.open' },
  { state: issued('training'), message: 'certificate.congratulations' },
])('the card of a course whose certificate is $state.kind says so', ({ state, message }) => {
  expect(card(state)).toContain(translateIn('en-GB')(message, { count: 7 }))
})

test('offers a request only when a certificate can be requested', () => {
  const states: CertificateState[] = [
    { kind: 'requested' },
    { kind: 'needs-you' },
    { kind: 'to-complete', missing: findCourse('training')!.modules },
    issued('training'),
  ]
  expect(states.filter((state) => card(state).includes('<button'))).toEqual([])
})

test('shows the number of an issued certificate, and lets the coach open and share it', () => {
  const html = card(issued('training'), 'how to share it')
  expect(html).toContain('2222-2222-2222')
  expect(findLinks(html)).toEqual([{ href: '/en-GB/training/certificate', text: 'Open the certificate' }])
  expect(html).toContain('how to share it')
})

test.each<{ state: CertificateState; action: MessageId | undefined }>([
  { state: issued('training'), action: 'certificate.open' },
  { state: { kind: 'to-request', isRecorded: false }, action: 'courses.requestCertificate' },
  { state: { kind: 'to-request', isRecorded: true }, action: 'courses.requestCertificate' },
  { state: { kind: 'requested' }, action: undefined },
  { state: { kind: 'needs-you' }, action: undefined },
  { state: { kind: 'to-complete', missing: [] }, action: undefined },
  { state: { kind: 'reading' }, action: undefined },
  { state: { kind: 'unknown' }, action: undefined },
])('for a certificate that is $state.kind, the courses’ home offers $action', ({ state, action }) => {
  expect(getCertificateAction(state)).toBe(action)
})

test('shows that a name change is in progress, and offers no further one meanwhile', () => {
  const html = screen('en-GB', { ...issued('training'), isChanging: true } as CertificateState)
  const t = translateIn('en-GB')
  expect(html).toContain(t('certificate.changing'))
  expect(html).not.toContain(t('certificate.changeName'))
})

test.each([
  ['en-GB', 'certificate no. 2222-2222-2222 is no longer valid'],
  ['pt-BR', 'o certificado nº 2222-2222-2222 deixou de valer'],
  ['es-AR', 'el certificado n.º 2222-2222-2222 ya no es válido'],
] as const)('says in %s that a certificate was replaced, and offers nothing of it', (locale, text) => {
  const html = screen(locale, { kind: 'replaced', number: '2222-2222-2222' })
  expect(html).toContain(text)
  expect(html).not.toContain('data-paper')
})
