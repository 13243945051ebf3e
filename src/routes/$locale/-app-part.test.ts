import { expect, test } from 'vitest'
import { translateIn } from '../../i18n/testing/i18n-in.ts'
import { findAppPart, hasOwnBar, isInApp } from './-app-part.ts'

test.each([
  ['pt-BR', '/$locale/$slug/', 'perfil', 'profile'],
  ['en-GB', '/$locale/$slug/', 'profile', 'profile'],
  ['en-GB', '/$locale/$slug/', 'faq', undefined],
  ['en-GB', '/$locale/$slug/$module', 'anything', 'courses'],
  ['es-AR', '/$locale/_signed-in/files', undefined, 'files'],
  ['es-AR', '/$locale/_signed-in/drills', undefined, 'drills'],
  ['es-AR', '/$locale/_signed-in/outbox', undefined, undefined],
  ['es-AR', '/$locale/_signed-in/change-password', undefined, 'profile'],
  ['es-AR', '/$locale/_signed-in/sign-ins', undefined, 'profile'],
  ['es-AR', '/$locale/change-location', undefined, 'profile'],
  ['es-AR', '/$locale/install', undefined, 'profile'],
  ['es-AR', '/$locale/admin/sync/', undefined, undefined],
  ['es-AR', '/$locale/', undefined, undefined],
  ['es-AR', '/$locale/courses', undefined, 'courses'],
  ['es-AR', '/$locale/$slug/certificate', 'entrenamiento', 'courses'],
] as const)('in %s, %s with the slug %s belongs to the part %s', (locale, route, slug, part) => {
  expect(findAppPart(route, slug, translateIn(locale))).toBe(part)
})

/** The pages of signed-in users that belong to no part. */
const pagesWithoutPart = new Set(['outbox'])

test.each(
  Object.keys(import.meta.glob('./_signed-in/*.tsx')).map((path) => path.slice('./_signed-in/'.length, -4)),
)('the page %s of signed-in users belongs to a part, or is named as one that does not', (page) => {
  const part = findAppPart(`/$locale/_signed-in/${page}`, undefined, translateIn('pt-BR'))
  expect(part === undefined).toBe(pagesWithoutPart.has(page))
})

test('both courses and their list belong to one part', () => {
  const t = translateIn('pt-BR')
  const slugs = [t('coursesHomeSlug'), t('courseSlug'), t('footballCourseSlug')]
  expect(slugs.map((slug) => findAppPart('/$locale/$slug/', slug, t))).toEqual([
    'courses',
    'courses',
    'courses',
  ])
})

test.each([
  ['/$locale/$slug/', 'courses', true],
  ['/$locale/_signed-in/outbox', undefined, true],
  ['/$locale/admin/sync/', undefined, true],
  ['/$locale/$slug/', undefined, false],
  ['/$locale/login', undefined, false],
  ['/$locale/storage', 'profile', false],
  ['/$locale/install', 'profile', false],
  ['/$locale/change-location', 'profile', false],
] as const)('%s of the part %s is inside the app: %s', (route, part, expected) => {
  expect(isInApp(route, part)).toBe(expected)
})

test.each([
  ['/$locale/$slug/$module', 'success', true],
  ['/$locale/$slug/$module', 'notFound', false],
  ['/$locale/$slug/$module', 'error', false],
  ['/$locale/$slug/$module', 'pending', false],
  ['/$locale/$slug/', 'success', false],
] as const)('%s in the state %s has a bar that replaces the header: %s', (route, status, expected) => {
  expect(hasOwnBar(route, status)).toBe(expected)
})
