import type { Mutant } from './mutant.ts'

const dispatch = 'server/api/dispatch.ts'
const sessions = 'server/auth/sessions.ts'
const sessionTest = 'server/resources/session.test.ts'
const eraseTest = 'server/resources/personal-data/erase-account.test.ts'
const devicesTest = 'server/resources/devices/devices.test.ts'

/** Faults in sessions, sign-ins and second factors at the product API. */
export const signInMutants: readonly Mutant[] = [
  {
    name: 'an admin needs no second factor',
    file: dispatch,
    from: "      if (needsSecondFactor && !session.hasSecondFactor) return fail({ code: 'second-factor-needed' })\n",
    to: '',
    tests: ['server/resources/second-factor.test.ts'],
  },
  {
    name: 'a code of an authenticator app counts twice',
    file: 'server/auth/authenticators.ts',
    from: 'period <= row.lastPeriod',
    to: 'period < row.lastPeriod',
    tests: ['server/resources/second-factor.test.ts'],
  },
  {
    name: 'a session never expires',
    file: sessions,
    from: 'gt(sessions.expiresAt, now()), ',
    to: '',
    tests: [sessionTest],
  },
  {
    name: 'a session that starts while its sign-in is being ended counts',
    file: sessions,
    from: ', not(hasEnded)',
    to: '',
    tests: ['server/resources/sign-ins.test.ts'],
  },
  {
    name: 'a former admin keeps access for as long as the session lasts',
    file: sessions,
    from: 'wasInGroup && isWithinLifetime(createdAt)',
    to: 'wasInGroup',
    tests: [sessionTest, devicesTest],
  },
  {
    name: 'the last manager loses the role',
    file: 'server/resources/roles.ts',
    from: 'managerIds.some((id) => id !== customerId) ||',
    to: 'managerIds.length > 0 ||',
    tests: ['server/resources/last-manager.test.ts'],
  },
  {
    name: 'a role may do what the next one may',
    file: 'src/contract/roles.ts',
    from: 'roles.indexOf(role) >= roles.indexOf(needed)',
    to: 'roles.indexOf(role) + 1 >= roles.indexOf(needed)',
    tests: ['server/resources/roles.test.ts'],
  },
  {
    name: 'an account of the loyalty provider that is not verified signs in',
    file: 'server/auth/loyalty-tokens.ts',
    from: "    if (account.AccountVerify !== 'Y') return fail('identity-refused')\n",
    to: '',
    tests: ['server/resources/loyalty-customers.test.ts'],
  },
  {
    name: 'a member of any group of a user pool is an admin',
    file: 'server/auth/user-pool-tokens.ts',
    from: "claims['cognito:groups'].includes('admin')",
    to: "claims['cognito:groups'].length > 0",
    tests: ['server/resources/surveys/export-answers.test.ts'],
  },
  {
    name: 'a coach of a user pool gets a second storage identity',
    file: 'server/resources/loyalty.ts',
    from: "if (provider !== 'loyalty') return fail({ code: 'identity-refused' })",
    to: '',
    tests: ['server/resources/loyalty-customers.test.ts'],
  },
  {
    name: 'the tokens of an old sign-in can delete an account',
    file: 'server/auth/sign-ins.ts',
    from: '!signedInAt || now().getTime() - signedInAt.getTime() > maxSignInAgeMs',
    to: 'false',
    tests: [eraseTest],
  },
  {
    name: 'only the first 60 devices of a coach are listed',
    file: 'src/session/providers/user-pool/user-pool-devices.ts',
    from: 'token = page.value.PaginationToken',
    to: 'token = undefined',
    tests: ['integration/remembered-devices.test.ts'],
  },
  {
    name: 'devices are listed in pages of 10',
    file: 'src/session/providers/user-pool/user-pool-devices.ts',
    from: 'const pageSize = 60',
    to: 'const pageSize = 10',
    tests: ['integration/remembered-devices.test.ts'],
  },
  {
    name: 'a coach waits a minute for a hosted page that does not appear',
    file: 'src/account/hosted-sign-in.ts',
    from: 'const pageTimeoutMs = 10_000',
    to: 'const pageTimeoutMs = 60_000',
    tests: ['integration/hosted-sign-in.test.ts'],
  },
]
