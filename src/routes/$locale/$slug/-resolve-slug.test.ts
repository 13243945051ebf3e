import { expect, test } from 'vitest'
import { findCourse } from '../../../config/courses.ts'
import { localeCodes } from '../../../config/locales.ts'
import { translateIn } from '../../../i18n/testing/i18n-in.ts'
import { resolveSlug } from './-resolve-slug.ts'

const words: Record<string, string> = {
  coursesHomeSlug: 'cursos',
  courseSeriesSlug: 'serie-de-cursos',
  courseSlug: 'treinamento',
  footballCourseSlug: 'futebol',
  profileSlug: 'perfil',
}
const t = (id: string) => words[id] ?? id

test.each([
  ['cursos', { kind: 'courses-home' }],
  ['serie-de-cursos', { kind: 'courses-home' }],
  ['treinamento', { kind: 'course', course: findCourse('training') }],
  ['futebol', { kind: 'course', course: findCourse('football') }],
  ['perfil', { kind: 'profile' }],
  ['Treinamento', { kind: 'course', course: findCourse('training') }],
  ['PRIVACY', { kind: 'page', page: 'privacy' }],
  ['privacy', { kind: 'page', page: 'privacy' }],
  ['my-courses', undefined],
  ['toString', undefined],
])('%s', (slug, place) => {
  expect(resolveSlug(slug, t)).toEqual(place)
})

test.each(localeCodes)('finds the profile of %s at perfil or profile, by its language', (locale) => {
  const t = translateIn(locale)
  const [slug = '', other = ''] = locale.startsWith('en-') ? ['profile', 'perfil'] : ['perfil', 'profile']
  expect(resolveSlug(slug, t)).toEqual({ kind: 'profile' })
  expect(resolveSlug(other, t)).toBeUndefined()
})
