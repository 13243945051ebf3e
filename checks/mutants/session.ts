import type { Mutant } from './mutant.ts'

const check = 'src/session/check-session.ts'
const session = 'src/session/create-session.ts'
const signOut = 'src/session/sign-out.ts'

const checkTest = 'src/session/check-session.test.ts'
const sessionTest = 'src/session/create-session.test.ts'
const signOutTest = 'src/session/sign-out.test.ts'

export const sessionMutants: readonly Mutant[] = [
  {
    name: 'a renewal writes its session over that of somebody who signed in meanwhile',
    file: 'src/session/session-record.ts',
    from: 'return user?.userID === userID ? user : undefined',
    to: 'return user',
    tests: [sessionTest],
  },
  {
    name: 'a renewal brings back the session that was ended right after it had looked',
    file: 'src/session/session-record.ts',
    from: 'changed = user && change(user)',
    to: 'changed = change(user ?? (stored as CurrentUser))',
    tests: ['src/session/renewal.test.ts'],
  },
  {
    name: 'a new name brings the tokens of a coach back who has signed out',
    file: 'src/session/providers/loyalty/loyalty-session.ts',
    from: 'if (stored?.userID !== userID) return fail(noSession)',
    to: 'if (!stored) return fail(noSession)',
    tests: ['src/session/providers/loyalty/loyalty-provider.test.ts'],
  },
  {
    name: 'a coach is given the tokens of another one that are on the device',
    file: 'src/session/providers/session-of-customer.ts',
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
    name: 'a token that is no longer valid signs out whoever signed in meanwhile',
    file: 'src/session/session-record.ts',
    from: '(await read())?.user.userID === customer',
    to: '(await read()) !== undefined',
    tests: [sessionTest],
  },
  {
    name: 'a session without its updated flag goes on',
    file: check,
    from: 'else if (!stored.updated) await',
    to: 'else if (!stored.user) await',
    tests: [checkTest],
  },
  {
    name: 'what was cached for one customer stays for the next',
    file: check,
    from: 'previous.user.userID !== user?.userID) await eraseAtSignOut()',
    to: '!user) await eraseAtSignOut()',
    tests: [sessionTest, checkTest],
  },
  {
    name: 'a sleeping tab signs out somebody else',
    file: session,
    from: 'if (stored && stored.user.userID !== customerId) {',
    to: 'if (!stored) {',
    tests: [sessionTest, signOutTest],
  },
  {
    name: "tokens of the signed-in customer are given to another customer's screen",
    file: 'src/session/tokens.ts',
    from: "    if (stored.user.userID !== customerId) return fail({ message: 'error.otherCustomer' })\n",
    to: '',
    tests: [sessionTest],
  },
  {
    name: 'tokens are given although another customer signed in while they were fetched',
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
    name: 'a sign-out leaves what was cached',
    file: signOut,
    from: '    await eraseAtSignOut()\n',
    to: '',
    tests: [signOutTest],
  },
  {
    name: 'a sign-out of which the server does not know counts as reported',
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
    name: 'news of Australia and New Zealand go to the marketing host of the EU',
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
    name: 'the marketing profile is told another form than the sign-up',
    file: 'src/contract/marketing-profile.ts',
    from: "formType: 'signUp'",
    to: "formType: 'profile'",
    tests: ['integration/person.test.ts'],
  },
]
