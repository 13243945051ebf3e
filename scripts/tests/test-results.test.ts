import { expect, test } from 'vitest'
import { summariseResults } from './test-results.ts'

const inVitest = (fullName: string, status: string, ...failureMessages: string[]) => ({
  fullName,
  status,
  failureMessages,
})
const annotations = [
  { type: 'addresses', description: '1 s: /en-GB/login, 4 s: /en-GB/outbox' },
  { type: 'console', description: '' },
]
const inPlaywright = (title: string, status: string, ...messages: (string | undefined)[]) => ({
  title,
  tests: [
    {
      status,
      results: messages.map((message) =>
        message === undefined
          ? {}
          : { error: { message }, annotations: message.includes('locator') ? annotations : [] },
      ),
    },
  ],
})

test('adds up the reports of both runners, and names failed and retried tests with their first failure', () => {
  const vitest = {
    testResults: [
      { assertionResults: [inVitest('adds', 'passed'), inVitest('waits', 'passed', 'expected 1 to be 2')] },
      { assertionResults: [inVitest('divides', 'failed', 'by 0'), inVitest('counts', 'pending')] },
    ],
  }
  const playwright = {
    suites: [
      {
        title: 'outbox.spec.ts',
        specs: [inPlaywright('sends', 'expected', undefined), inPlaywright('is skipped', 'skipped')],
        suites: [
          {
            title: 'offline',
            specs: [
              inPlaywright(
                'sends later',
                'flaky',
                '\u001B[2mexpect(\u001B[22mlocator) failed\n\nExpected: visible\n',
                undefined,
              ),
              inPlaywright('sends never', 'unexpected', 'no page', 'no browser'),
            ],
          },
        ],
      },
    ],
  }
  expect(summariseResults([vitest, playwright])).toEqual({
    passed: 4,
    failed: [
      { name: 'divides', reason: ['by 0'] },
      { name: 'outbox.spec.ts › offline › sends never', reason: ['no page'] },
    ],
    flaky: [
      { name: 'waits', reason: ['expected 1 to be 2'] },
      {
        name: 'outbox.spec.ts › offline › sends later',
        reason: [
          'expect(locator) failed',
          'Expected: visible',
          'addresses: 1 s: /en-GB/login, 4 s: /en-GB/outbox',
        ],
      },
    ],
  })
})

test('ignores a report that was never written', () => {
  expect(summariseResults([undefined, {}])).toEqual({ passed: 0, failed: [], flaky: [] })
})
