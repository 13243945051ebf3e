import type { Mutant } from './mutant.ts'

const deliverTogether = 'src/outbox/delivery/deliver-together.ts'
const packTest = 'src/outbox/delivery/deliver-together.test.ts'
const batchesTest = 'server/api/deliver-batches.test.ts'
const togetherTest = 'src/outbox/outbox-together.test.ts'

/** Faults in the delivery of several entries at once. */
export const deliveryMutants: readonly Mutant[] = [
  {
    name: 'an entry in a batch does not name the entries that it follows',
    file: deliverTogether,
    from: 'follows: lanes.flatMap((lane) => indexByLane.get(lane) ?? []),',
    to: 'follows: [],',
    tests: [packTest],
  },
  {
    name: 'a server of the previous release gets batches again and again',
    file: deliverTogether,
    from: 'if (deps.batching && isUnknownCall(sendResult.error)) deps.batching.isSupported = false\n',
    to: '\n',
    tests: [togetherTest],
  },
  {
    name: 'after a batch was refused, its entries are not sent one by one',
    file: deliverTogether,
    from: "if (getScope(sendResult.error) === 'everything') {",
    to: 'if (true) {',
    tests: [togetherTest],
  },
  {
    name: 'an entry is stored although an entry that it follows was not',
    file: 'server/api/process-in-order.ts',
    from: 'const areEarlierStored = entry.follows.every((index) => outcomes[index]?.ok)',
    to: 'const areEarlierStored = true',
    tests: ['server/api/deliver-entries.test.ts'],
  },
  {
    name: 'several entries of one request count as one call',
    file: 'server/api/deliver-entries.ts',
    from: 'const waitSeconds = admissions.size === 0 ? 0 : takeAllowance(customer)',
    to: 'const waitSeconds = admissions.size * 0',
    tests: ['server/api/deliver-entries.test.ts'],
  },
  {
    name: 'an instance that was once full accepts no further entries',
    file: 'server/api/capacity.ts',
    from: 'else runningCount -= 1\n',
    to: '\n',
    tests: ['server/api/capacity.test.ts'],
  },
  {
    name: 'all refused phones get the same time for their retry',
    file: 'server/api/capacity.ts',
    from: 'lastRetryAt + averageDurationMs / maxRunning',
    to: 'lastRetryAt',
    tests: ['server/api/capacity.test.ts'],
  },
  {
    name: 'an instance accepts any number of single entries at once',
    file: 'server/api/dispatch.ts',
    from: 'await runWithinCapacity(() => deliverEntry(received.value))',
    to: 'await deliverEntry(received.value)',
    tests: ['server/api/capacity.test.ts'],
  },
  {
    name: 'an answer dated in the future replaces all others',
    file: 'server/api/write-entries.ts',
    from: 'capturedAt && capturedAt < receivedAt ? capturedAt : receivedAt',
    to: 'capturedAt ?? receivedAt',
    tests: ['server/resources/surveys/two-phones.test.ts'],
  },
  {
    name: 'a certificate does not see the entries before it in its batch',
    file: 'server/api/write-entries.ts',
    from: 'await storeAdditions(pending)\n    pending = []\n',
    to: '\n',
    tests: [batchesTest],
  },
  {
    name: 'of two values for the same row in one batch, the first is stored',
    file: 'server/db/deliveries/store-newest.ts',
    from: 'statements[index]?.set(row, replaceValue(previous, value))',
    to: 'continue',
    tests: [batchesTest],
  },
  {
    name: 'a module that is completed within one batch gets no completion time',
    file: 'server/resources/learning/store-module-changes.ts',
    from: 'return module ? withCompletionTime(module, newState) : newState',
    to: 'return newState',
    tests: ['server/resources/programme/programme-totals.test.ts'],
  },
  {
    name: 'the answers to an extra module are those of a video',
    file: 'server/resources/surveys/surveys.ts',
    from: 'moduleId: body.extra_module_id }, device)',
    to: "moduleId: 'training-1' }, device)",
    tests: ['server/resources/surveys/surveys.test.ts'],
  },
  {
    name: 'an event names an older version than its body has',
    file: 'src/outbox/events/events.ts',
    from: "calls: ['saveAnswers'],\n    schemaVersion: 8,",
    to: "calls: ['saveAnswers'],\n    schemaVersion: 2,",
    tests: ['src/outbox/events/events.test.ts'],
  },
  {
    name: 'an entry that is refused as signed out needs the coach although the session is invalid',
    file: 'src/outbox/delivery/send-with-renewal.ts',
    from: 'concernsSession(retried.error) && (await isSessionValid(deps, sender))',
    to: 'concernsSession(retried.error)',
    tests: ['src/outbox/outbox-refusals.test.ts'],
  },
  {
    name: 'a new session is opened although the current one is valid',
    file: 'src/outbox/delivery/send-with-renewal.ts',
    from: 'if (!(await isSessionValid(deps, sender)))',
    to: 'if (deps.now() > 0)',
    tests: ['src/outbox/outbox-refusals.test.ts'],
  },
  {
    name: 'an open form never fetches what another phone has saved',
    file: 'src/features/surveys/use-stored-answers.ts',
    from: 'refetchInterval: refetchIntervalMs,',
    to: 'refetchInterval: false,',
    tests: ['src/app/services/newest-answers.browser.test.ts'],
  },
  {
    name: 'answers that are newer than the cached response of the server are not shown',
    file: 'src/outbox/find-newer-entries.ts',
    from: 'result?.newestCopy ?? 0',
    to: 'result?.newestCopy ?? Infinity',
    tests: ['src/features/surveys/stored-answers.test.ts'],
  },
]
