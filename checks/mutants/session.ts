import type { Mutant } from './mutant.ts'

const check = 'src/session/check-session.ts'
const session = 'src/session/create-session.ts'
const signOut = 'src/session/sign-out.ts'

const checkTest = 'src/session/check-session.test.ts'
const sessionTest = 'src/session/create-session.test.ts'
const signOutTest = 'src/session/sign-out.test.ts'

/** Faults in sessions, their tokens, sign-outs, the marketing profile, and the table of locales. */
export const sessionMutants: readonly Mutant[] = [
  {
    name: 'a renewal replaces the session of another coach who has signed in meanwhile',
    file: 'src/session/session-record.ts',
    from: 'return user?.userID === userID ? user : undefined',
    to: 'return user',
    tests: [sessionTest],
  },
  {
    name: 'a renewal restores a session that ended after the renewal had read it',
    file: 'src/session/session-record.ts',
    from: 'changedUser = user && change(user)',
    to: 'changedUser = change(user ?? (stored as CurrentUser))',
    tests: ['src/session/renewal.test.ts'],
  },
  {
    name: 'saving a new name restores the tokens of a coach who has signed out',
    file: 'src/session/providers/loyalty/loyalty-session.ts',
    from: 'if (stored?.userID !== userID) return fail(noSession)',
    to: 'if (!stored) return fail(noSession)',
    tests: ['src/session/providers/loyalty/loyalty-provider.test.ts'],
  },
  {
    name: 'a coach gets the tokens of another coach on the device',
    file: 'src/session/providers/read-session-of-customer.ts',
    from: 'stored.value.userID !== customerId',
    to: "stored.value.userID === ''",
    tests: ['src/session/tokens.test.ts'],
  },
  {
    name: 'a refresh that ends after a sign-out leaves its tokens on the device',
    file: 'src/session/providers/user-pool/user-pool-session.ts',
    from: 'withTabLock(removeTokens).catch',
    to: 'removeTokens().catch',
    tests: ['src/session/providers/user-pool/user-pool-session.test.ts'],
  },
  {
    name: 'an invalid token signs out another coach who has signed in meanwhile',
    file: 'src/session/session-record.ts',
    from: '(await read())?.user.userID === customer',
    to: '(await read()) !== undefined',
    tests: [sessionTest],
  },
  {
    name: 'a session of an older version is used without an update',
    file: check,
    from: 'else if (!stored.isCurrentVersion) await',
    to: 'else if (!stored.user) await',
    tests: [checkTest],
  },
  {
    name: 'the cached data of one customer stays when another signs in',
    file: check,
    from: 'previous.user.userID !== user?.userID) await eraseAtSignOut()',
    to: '!user) await eraseAtSignOut()',
    tests: [sessionTest, checkTest],
  },
  {
    name: 'a tab that was asleep signs out another customer',
    file: session,
    from: 'if (stored && stored.user.userID !== customerId) {',
    to: 'if (!stored) {',
    tests: [sessionTest, signOutTest],
  },
  {
    name: 'a screen of one customer gets the tokens of another, signed-in one',
    file: 'src/session/tokens.ts',
    from: "    if (stored.user.userID !== customerId) return fail({ message: 'error.otherCustomer' })\n",
    to: '',
    tests: [sessionTest],
  },
  {
    name: 'tokens are used although another customer has signed in while they were fetched',
    file: 'src/session/tokens.ts',
    from: 'return accountNow.ok ? result : accountNow',
    to: 'return result',
    tests: [sessionTest],
  },
  {
    name: 'a sign-out leaves the session on the device',
    file: signOut,
    from: '    await record.remove()\n',
    to: '',
    tests: [signOutTest],
  },
  {
    name: 'a sign-out leaves the cached data on the device',
    file: signOut,
    from: '    await eraseAtSignOut()\n',
    to: '',
    tests: [signOutTest],
  },
  {
    name: 'a sign-out counts as reported although the server did not receive it',
    file: signOut,
    from: 'if (isEnded && provider.ok) await record.removeUnreportedSignOut()',
    to: 'if (provider.ok) await record.removeUnreportedSignOut()',
    tests: [signOutTest],
  },
  {
    name: 'a wrong password is tried three times',
    file: 'src/lib/async/retry.ts',
    from: '!result.ok && shouldRetry(result.error);',
    to: '!result.ok;',
    tests: ['src/lib/async/retry.test.ts'],
  },
  {
    name: 'the profiles of Australia and New Zealand go to the marketing host of the EU',
    file: 'src/config/locales.ts',
    from: "logo: 'br-oceania', marketingHost: 'SG' } as const",
    to: "logo: 'br-oceania', marketingHost: 'EU' } as const",
    tests: ['src/config/locales.test.ts'],
  },
  {
    name: 'coaches of New Zealand get the newsletter of Australia',
    file: 'src/config/locales.ts',
    from: "newsletter: 'coaching-drills-nz'",
    to: "newsletter: 'coaching-drills-au'",
    tests: ['src/features/sign-up/sign-up-form.test.ts', 'src/config/locales.test.ts'],
  },
  {
    name: 'the marketing profile gets the name of another form than the sign-up',
    file: 'src/contract/marketing-profile.ts',
    from: "formType: 'signUp'",
    to: "formType: 'profile'",
    tests: ['integration/person.test.ts'],
  },
]
