import { expect, test } from 'vitest'
import { listPagePaths } from './known-addresses.ts'

/** The paths below every locale. */
const commonPaths = [
  [
    '',
    'about',
    'accessibility',
    'account-deleted',
    'change-location',
    'change-password',
    'confirm-email',
    'confirm-sign-in',
  ],
  [
    'contact',
    'cookies',
    'courses',
    'delete-account',
    'drills',
    'faq',
    'files',
    'finish-deletion',
    'forgot-password',
    'hosted-sign-in',
  ],
  ['install', 'login', 'maintenance', 'outbox', 'passkeys', 'privacy'],
  ['second-factor', 'sign-ins', 'sign-up', 'sitemap', 'storage', 'terms'],
  [
    'admin',
    'admin/delete-account',
    'admin/health',
    'admin/programme',
    'admin/rescue',
    'admin/roles',
    'admin/sync',
    'admin/sync/$device',
  ],
  ['verify', 'verify/$number'],
].flat()

/** The path of a course, and the paths below it. */
const coursePaths = (slug: string, id: string, videos: readonly number[]) => [
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
    expect(listPagePaths(locale)).toEqual(
      [
        ...commonPaths,
        ...slugs,
        ...coursePaths(training, 'training', [1, 2, 3, 4, 5, 6]),
        ...coursePaths(football, 'football', [1, 2, 3, 4, 5]),
      ].toSorted(),
    )
  },
)
