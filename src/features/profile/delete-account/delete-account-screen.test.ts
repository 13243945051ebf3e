import { createElement } from 'react'
import { expect, test } from 'vitest'
import { localeCodes, locales, type LocaleCode } from '../../../config/locales.ts'
import { translateIn } from '../../../i18n/testing/i18n-in.ts'
import { fail, ok } from '../../../lib/result.ts'
import type { AuthFailure } from '../../../session/auth-failure.ts'
import type { StorageCallFailure } from '../../../stored-files/storage-calls.ts'
import { markupIn } from '../../../ui/testing/markup.ts'
import { AccountDeletedScreen } from './account-deleted-screen.tsx'
import { DeleteAccountScreen } from './delete-account-screen.tsx'

const userIn = (locale: LocaleCode) => ({
  userID: 'user-1',
  email: 'ana@example.com',
  accessToken: 'access',
  refreshToken: 'refresh',
  expire: '0',
  locale,
  firstName: 'Ana',
  lastName: 'Silva',
  admin: false,
  role: 'coach' as const,
})

const deletionScreen = (
  locale: LocaleCode,
  unsent: { entries: number; uploads: string[] } = { entries: 0, uploads: [] },
) =>
  markupIn(
    locale,
    createElement(DeleteAccountScreen, {
      user: userIn(locale),
      offline: false,
      unsent,
      deletion: {
        checkPassword: async () => ok(undefined),
        endUploads: async () => undefined,
        storage: {
          list: async () => fail<StorageCallFailure>({ kind: 'offline' }),
          remove: async () => ok(undefined),
        },
        deleteAccount: async () => fail<AuthFailure>({ message: 'error.network' }),
      },
      onDeleted: () => undefined,
    }),
  )

const receipt = {
  number: '0c8a54d2-0f7a-4d0e-8f35-2f5a7d1f9c11',
  customer_hash: 'a'.repeat(64),
  erased_at: '2026-03-04T12:00:00.000Z',
  by: 'customer',
  rows: { customers: 1 },
  key_id: '2026-03',
  signature: 'signed',
} as const

test.each(localeCodes)('in %s lists what is deleted, and what this provider cannot delete', (locale) => {
  const t = translateIn(locale)
  const html = deletionScreen(locale)
  const isLoyalty = locales[locale].auth.kind === 'loyalty'
  expect(html.includes(t('deleteAccount.stays.loyalty'))).toBe(isLoyalty)
  expect(html.includes(t('deleteAccount.goes.signIn'))).toBe(!isLoyalty)
  for (const id of ['server', 'files', 'devices'] as const)
    expect(html).toContain(t(`deleteAccount.goes.${id}`))
  for (const id of ['services', 'copies', 'note'] as const)
    expect(html).toContain(t(`deleteAccount.stays.${id}`))
})

test('counts unsent work and names files, and shows neither when there are none', () => {
  const t = translateIn('en-GB')
  expect(deletionScreen('en-GB')).not.toContain(t('profile.eraseLoses'))
  const html = deletionScreen('en-GB', { entries: 3, uploads: ['treino.mp4'] })
  expect(html).toContain(t('profile.eraseEntries', { count: 3 }))
  expect(html).toContain(t('profile.eraseUploads', { count: 1 }))
  expect(html).toContain('treino.mp4')
  expect(html).toContain('/en-GB/outbox')
})

test.each([
  ['deleted', [], false],
  ['kept', [], true],
  ['failed', ['a.mp4', 'b.mp4'], true],
] as const)(
  'shows the number afterwards, with a sign-in that was %s and remaining files',
  (signIn, filesLeft, warns) => {
    const t = translateIn('en-US')
    const html = markupIn(
      'en-US',
      createElement(AccountDeletedScreen, {
        receipt,
        signIn,
        filesLeft: [...filesLeft],
        onLeave: async () => undefined,
      }),
    )
    expect(html).toContain(receipt.number)
    expect(html.includes(t('deleteAccount.contact'))).toBe(warns)
    for (const name of filesLeft) expect(html).toContain(name)
  },
)
