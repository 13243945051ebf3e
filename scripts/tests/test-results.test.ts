import { expect, test } from 'vitest'
import { resultsOf } from './test-results.ts'

const inVitest = (fullName: string, status: string, ...failureMessages: string[]) => ({
  fullName,
  status,
  failureMessages,
})
const inPlaywright = (title: string, status: string) => ({ title, tests: [{ status }] })

test('the reports of both runners are added up, and what failed or needed a second try is named', () => {
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
        specs: [inPlaywright('sends', 'expected'), inPlaywright('is skipped', 'skipped')],
        suites: [
          {
            title: 'offline',
            specs: [inPlaywright('sends later', 'flaky'), inPlaywright('sends never', 'unexpected')],
          },
        ],
      },
    ],
  }
  expect(resultsOf([vitest, playwright])).toEqual({
    passed: 4,
    failed: ['divides', 'outbox.spec.ts › offline › sends never'],
    flaky: ['waits', 'outbox.spec.ts › offline › sends later'],
  })
})

test('a report that was never written counts for nothing', () => {
  expect(resultsOf([undefined, {}])).toEqual({ passed: 0, failed: [], flaky: [] })
})
