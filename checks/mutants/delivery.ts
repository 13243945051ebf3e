import type { Mutant } from './mutant.ts'

const packEntries = 'src/outbox/delivery/pack-entries.ts'
const deliverTogether = 'src/outbox/delivery/deliver-together.ts'
const packTest = 'src/outbox/delivery/pack-entries.test.ts'
const togetherTest = 'src/outbox/outbox-together.test.ts'

/** Entries that are sent together. */
export const deliveryMutants: readonly Mutant[] = [
  {
    name: 'an entry among others does not say which ones it follows',
    file: packEntries,
    from: 'follows: lanes.flatMap((lane) => places.get(lane) ?? []),',
    to: 'follows: [],',
    tests: [packTest],
  },
  {
    name: 'a server of the release before is asked for several entries again and again',
    file: deliverTogether,
    from: 'if (deps.together && isUnknownCall(results.error)) deps.together.isKnown = false\n',
    to: '\n',
    tests: [togetherTest],
  },
  {
    name: 'where several entries were refused together, none is tried by itself',
    file: deliverTogether,
    from: "if (scopeOf(results.error) === 'everything') {",
    to: 'if (true) {',
    tests: [togetherTest],
  },
  {
    name: 'an entry is written although one that it follows was not',
    file: 'server/api/in-order.ts',
    from: 'const isFree = entry.follows.every((before) => outcomes[before]?.ok)',
    to: 'const isFree = true',
    tests: ['server/api/deliver-entries.test.ts'],
  },
  {
    name: 'several entries of one request count as one call',
    file: 'server/api/deliver-entries.ts',
    from: 'const wait = admitted === 0 ? 0 : takeAllowance(session.customer)',
    to: 'const wait = admitted * 0',
    tests: ['server/api/deliver-entries.test.ts'],
  },
  {
    name: 'an answer from the future wins over all others',
    file: 'server/api/write-entries.ts',
    from: 'capturedAt && capturedAt < receivedAt ? capturedAt : receivedAt',
    to: 'capturedAt ?? receivedAt',
    tests: ['server/resources/surveys/two-phones.test.ts'],
  },
]
