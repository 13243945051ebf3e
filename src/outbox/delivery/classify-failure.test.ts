import { expect, test } from 'vitest'
import { errors, type ErrorCode } from '../../contract/errors.ts'
import { classifyFailure, correctCode } from './classify-failure.ts'

const now = 1_000_000
const circumstances = { failureCounts: { lane: 0, everything: 0 }, now, random: () => 1 }
const failure = (code: ErrorCode) => ({ code, status: errors[code].status })

const scopes: Record<ErrorCode, ReturnType<typeof classifyFailure>['scope']> = {
  'bad-json': 'entry',
  'invalid-body': 'entry',
  'key-missing': 'entry',
  'admin-only': 'entry',
  'second-factor-needed': 'entry',
  'not-found': 'entry',
  'account-erased': 'entry',
  'method-not-allowed': 'entry',
  'key-reused': 'entry',
  'too-large': 'entry',
  'not-json': 'entry',
  'server-failed': 'lane',
  'schema-unknown': 'lane',
  blocked: 'lane',
  'cut-off': 'lane',
  'signed-out': 'everything',
  'identity-refused': 'everything',
  'sign-in-too-old': 'everything',
  'other-customer': 'everything',
  'csrf-mismatch': 'everything',
  'too-many-requests': 'everything',
  maintenance: 'everything',
  'provider-away': 'everything',
  offline: 'everything',
  'no-answer': 'everything',
  'foreign-answer': 'everything',
  'forged-receipt': 'everything',
}

test.each(Object.entries(scopes))('%s holds up: %s', (code, expected) => {
  expect(classifyFailure(failure(code as ErrorCode), circumstances).scope).toBe(expected)
})

test.each([
  ['no-answer', true, 'cut-off'],
  ['foreign-answer', true, 'blocked'],
  ['no-answer', false, 'no-answer'],
  ['foreign-answer', false, 'foreign-answer'],
  ['forged-receipt', true, 'forged-receipt'],
  ['server-failed', true, 'server-failed'],
] as const)(
  'turns %s, when our server is there for others (%s), into %s',
  async (code, isThere, expected) => {
    expect((await correctCode(failure(code), async () => isThere)).code).toBe(expected)
  },
)

test('a failure before the call is not about one entry, although the server is there', async () => {
  const token = { ...failure('no-answer'), beforeCall: true }
  expect((await correctCode(token, async () => true)).code).toBe('no-answer')
})

test('the wait doubles from 2 s to 5 min, by a random share', () => {
  const waitAfter = (everything: number, share: number) => {
    const failureClass = classifyFailure(failure('no-answer'), {
      ...circumstances,
      failureCounts: { lane: 0, everything },
      random: () => share,
    })
    return failureClass.scope === 'entry' ? undefined : failureClass.wait.until - now
  }
  expect([0, 1, 2, 7, 8, 50].map((count) => waitAfter(count, 1))).toEqual([
    2000, 4000, 8000, 256_000, 300_000, 300_000,
  ])
  expect(waitAfter(8, 0.5)).toBe(150_000)
})

test('waits at least Retry-After, also of a 500, which then applies to the whole server', () => {
  expect(
    classifyFailure({ ...failure('server-failed'), retryAfter: 120 }, { ...circumstances, random: () => 0 }),
  ).toEqual({
    scope: 'everything',
    wait: { code: 'server-failed', since: now, until: now + 120_000, told: true, failures: 1 },
  })
})

test('spreads a crowd with the same Retry-After over half as long again, five minutes at most', () => {
  const findWait = (retryAfter: number, share: number) => {
    const failureClass = classifyFailure(
      { ...failure('maintenance'), retryAfter },
      { ...circumstances, random: () => share },
    )
    return failureClass.scope === 'entry' ? undefined : failureClass.wait.until - now
  }
  expect([0, 0.5, 1].map((share) => findWait(10, share))).toEqual([10_000, 12_500, 15_000])
  expect([1, 300, 3600].map((retryAfter) => findWait(retryAfter, 1))).toEqual([1500, 450_000, 3_900_000])
})

test('limits a Retry-After of years', () => {
  const failureClass = classifyFailure(
    { ...failure('maintenance'), retryAfter: 1e9 },
    { ...circumstances, random: () => 0 },
  )
  expect(failureClass).toMatchObject({ wait: { until: now + 86_400_000 } })
})

test.each([0, -5])('ignores a Retry-After of %s s, which would cause a loop', (retryAfter) => {
  expect(classifyFailure({ ...failure('maintenance'), retryAfter }, circumstances)).toMatchObject({
    scope: 'everything',
    wait: { until: now + 2000, told: false },
  })
})

test('a refusal keeps the field and the request number for support', () => {
  expect(
    classifyFailure({ ...failure('invalid-body'), path: 'value', requestId: 'r1' }, circumstances),
  ).toEqual({
    scope: 'entry',
    reason: { code: 'invalid-body', status: 422, path: 'value', requestId: 'r1' },
  })
})
