import { createTranslator } from './messages.ts'

type Translator = ReturnType<typeof createTranslator>
/** The path of a screen inside a locale. It is a function if it contains a translated slug. */
type Screen = string | ((t: Translator) => string)

/** The screens of each kind of person. */
export const screens = {
  visitor: [
    '',
    'login',
    'sign-up',
    'sign-up?step=work',
    'sign-up?step=agreements',
    'confirm-email',
    'verify',
    'verify/2222-2222-2222',
    'forgot-password',
    'hosted-sign-in',
    'change-location',
    'sitemap',
    'about',
    'faq',
    'contact',
    'terms',
    'privacy',
    'install',
    'storage',
    'maintenance',
    'there-is-no-such-page',
  ],
  coach: [
    (t) => t('coursesHomeSlug'),
    (t) => t('courseSlug'),
    (t) => t('footballCourseSlug'),
    ...['watch', 'understand', 'run', 'check', 'reflect&page=3', 'result'].map(
      (step) => (t: Translator) => `${t('courseSlug')}/training-1?step=${step}`,
    ),
    (t) => `${t('courseSlug')}/training-extra`,
    (t) => `${t('courseSlug')}/certificate`,
    (t) => t('profileSlug'),
    ...[
      'details',
      'security',
      'certificates',
      'impact',
      'learning',
      'news',
      'appearance',
      'help',
      'data',
    ].map((job) => (t: Translator) => `${t('profileSlug')}?job=${job}`),
    'change-password',
    'second-factor',
    'sign-ins',
    'passkeys',
    'delete-account',
    'drills',
    'files',
    'outbox',
    'storage',
    'sitemap',
  ],
  admin: [
    'admin/programme',
    'admin/sync',
    'admin/health',
    'admin/rescue',
    'admin/roles',
    'admin/delete-account',
  ],
} satisfies Record<string, Screen[]>

export const getScreenPath = (screen: Screen, locale: string): string =>
  typeof screen === 'string' ? screen : screen(createTranslator(locale))
