import { expect, test } from 'vitest'
import { addressesIn } from './known-addresses.ts'

/** The addresses below every locale. */
const everywhere = [
  ['', 'about', 'accessibility', 'account-deleted', 'change-location', 'change-password', 'confirm-email'],
  ['contact', 'cookies', 'courses', 'delete-account', 'faq', 'files', 'finish-deletion', 'forgot-password'],
  ['install', 'login', 'maintenance', 'outbox', 'privacy', 'sign-up', 'sitemap', 'storage', 'terms'],
  ['admin', 'admin/delete-account', 'admin/programme', 'admin/rescue', 'admin/sync', 'admin/sync/$device'],
  ['verify', 'verify/$number'],
].flat()

/** A course and the addresses below it. */
const course = (slug: string, id: string, videos: readonly number[]) => [
  slug,
  `${slug}/certificate`,
  ...videos.map((video) => `${slug}/${id}-${video}`),
  `${slug}/${id}-extra`,
]

test.each([
  ['pt-BR', 'treinamento', 'futebol', ['cursos', 'serie-de-cursos', 'perfil']],
  ['en-GB', 'training', 'football', ['my-courses', 'course-series', 'profile']],
  ['en-US', 'training', 'soccer', ['my-courses', 'course-series', 'profile']],
  ['es-AR', 'entrenamiento', 'futbol', ['cursos', 'serie-de-cursos', 'perfil']],
] as const)(
  'the addresses of %s are those of its slugs and modules, and no others',
  (locale, training, football, slugs) => {
    expect(addressesIn(locale)).toEqual(
      [
        ...everywhere,
        ...slugs,
        ...course(training, 'training', [1, 2, 3, 4, 5, 6]),
        ...course(football, 'football', [1, 2, 3, 4, 5]),
      ].toSorted(),
    )
  },
)
