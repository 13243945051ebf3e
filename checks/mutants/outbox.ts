import type { Mutant } from './mutant.ts'

const drain = 'src/outbox/delivery/drain.ts'
const drainDeps = 'src/outbox/delivery/drain-deps.ts'
const deliverEntry = 'src/outbox/delivery/deliver-entry.ts'
const classifyFailure = 'src/outbox/delivery/classify-failure.ts'
const retryWait = 'src/outbox/delivery/retry-wait.ts'
const nextToSend = 'src/outbox/delivery/next-to-send.ts'
const commands = 'src/outbox/outbox-commands.ts'
const outbox = 'src/outbox/create-outbox.ts'
const reporter = 'src/sync-log/create-reporter.ts'

const drainTest = 'src/outbox/delivery/drain.test.ts'
const outboxTest = 'src/outbox/outbox.test.ts'
const customersTest = 'src/outbox/outbox-customers.test.ts'
const refusalsTest = 'src/outbox/outbox-refusals.test.ts'
const receiptsTest = 'src/outbox/outbox-receipts.test.ts'
const classifyFailureTest = 'src/outbox/delivery/classify-failure.test.ts'
const nextTest = 'src/outbox/delivery/next-to-send.test.ts'
const commandsTest = 'src/outbox/outbox-commands.test.ts'

/** Faults in the outbox: how it keeps and delivers entries, and what reports say about them. */
export const outboxMutants: readonly Mutant[] = [
  {
    name: 'a sender that has lost the lock records the outcome of an entry',
    file: deliverEntry,
    from: '  if (signal.aborted) return undefined\n',
    to: '',
    tests: [drainTest],
  },
  {
    name: "a refusal in the session of another customer counts as the entry's own",
    file: deliverEntry,
    from: '!result.ok && customerId !== entry.customer',
    to: '!result.ok && customerId === undefined',
    tests: [drainTest],
  },
  {
    name: 'a delivery continues after another customer has signed in',
    file: drain,
    from: ' && (await readCustomer(deps)) === customerId)',
    to: ')',
    tests: [drainTest],
  },
  {
    name: 'the stored session is not read again between two entries',
    file: drainDeps,
    from: '  await refreshSession?.()\n',
    to: '',
    tests: [drainTest],
  },
  {
    name: 'a receipt for another body removes an entry',
    file: deliverEntry,
    from: 'receipt.key !== key || receipt.hash !== payloadHash',
    to: 'receipt.key !== key',
    tests: [receiptsTest],
  },
  {
    name: 'a receipt that our server did not sign removes an entry',
    file: deliverEntry,
    from: "return fail({ code: 'forged-receipt', status: 200 })",
    to: 'return ok(receipt)',
    tests: [receiptsTest],
  },
  {
    name: 'changed bytes are sent under the key of the captured ones',
    file: deliverEntry,
    from: 'return isUnchanged ? requestResult :',
    to: 'return true ? requestResult :',
    tests: [receiptsTest],
  },
  {
    name: 'the journal has no note about an entry that was removed during its delivery',
    file: deliverEntry,
    from: 'if (!outcome && result.ok) await store.addNote(',
    to: 'if (false) await store.addNote(',
    tests: [refusalsTest],
  },
  {
    name: 'an entry that a firewall refuses blocks all others',
    file: classifyFailure,
    from: "  'foreign-answer': 'blocked',\n",
    to: '',
    tests: [classifyFailureTest, refusalsTest],
  },
  {
    name: 'a failing server that announces a wait stops only one lane',
    file: classifyFailure,
    from: 'laneFailureCodes.has(code) && retryAfter === undefined',
    to: 'laneFailureCodes.has(code)',
    tests: [classifyFailureTest],
  },
  {
    name: 'a Retry-After of a year silences a phone for a year',
    file: retryWait,
    from: 'Math.min(retryAfter * 1000, maxRetryAfterMs)',
    to: 'retryAfter * 1000',
    tests: [classifyFailureTest],
  },
  {
    name: 'all phones with the same announced wait retry in the same second',
    file: retryWait,
    from: 'minDelayMs + fullJitter(0, { base: minDelayMs / 2, cap: backoff.cap }, random)',
    to: 'minDelayMs',
    tests: [classifyFailureTest],
  },
  {
    name: 'a wait from before the clock was set back still applies',
    file: nextToSend,
    from: '  if (now < wait.since) return false\n',
    to: '',
    tests: [nextTest],
  },
  {
    name: 'a tap does not override the wait that a server announced',
    file: nextToSend,
    from: 'return !isOverridden(forcedSince) && (wait.told',
    to: 'return (wait.told',
    tests: [nextTest],
  },
  {
    name: 'an entry is sent before an earlier one of its lane that needs the coach',
    file: nextToSend,
    from: "    earlierLanes.add(entry.lane)\n    return !isBlocked && entry.state.is === 'waiting'",
    to: "    if (entry.state.is === 'waiting') earlierLanes.add(entry.lane)\n    return !isBlocked && entry.state.is === 'waiting'",
    tests: [nextTest],
  },
  {
    name: 'an entry is stored for the customer who has signed in meanwhile',
    file: commands,
    from: 'if (signedInId === customerId) return add({ ...event, customer: customerId })',
    to: 'if (signedInId !== undefined) return add({ ...event, customer: signedInId })',
    tests: [customersTest],
  },
  {
    name: 'a screen removes and resends the entries of another customer',
    file: commands,
    from: '(belongsToCustomer(customerId)(entry) ? decide(entry) : undefined)',
    to: 'decide(entry)',
    tests: [customersTest],
  },
  {
    name: 'an undo on a full device loses the entry',
    file: commands,
    from: 'await evictAndRetry(deps, () => store.restore(removed, now()))',
    to: 'await store.restore(removed, now())',
    tests: [refusalsTest],
  },
  {
    name: 'the reserve is deleted before the cached media',
    file: commands,
    from: '[deleteOlderCopies, space.freeMedia, space.releaseReserve]',
    to: '[deleteOlderCopies, space.releaseReserve, space.freeMedia]',
    tests: [commandsTest],
  },
  {
    name: 'the entries of a customer who has just signed out stay on the screen',
    file: outbox,
    from: '    snapshot.set(emptySnapshot)\n    void (lastCustomerId',
    to: '    void (lastCustomerId',
    tests: [customersTest],
  },
  {
    name: 'a screen shows the outbox of another customer',
    file: outbox,
    from: 'current.customer === undefined || current.customer === customerId ? current : emptySnapshot',
    to: 'current',
    tests: [customersTest],
  },
  {
    name: 'a new session does not end the wait for a session',
    file: outbox,
    from: 'await store.endWait(needsSession)',
    to: 'await store.endWait(() => false)',
    tests: [customersTest, outboxTest],
  },
  {
    name: 'entries are not restored after the storage was cleared',
    file: 'src/outbox/restore-lost-entries.ts',
    from: 'if (!storedKeys.has(entry.key)) await',
    to: 'if (storedKeys.has(entry.key)) await',
    tests: ['src/outbox/restore-lost-entries.browser.test.ts'],
  },
  {
    name: 'a receipt counts although the server does not publish its key',
    file: 'src/outbox/receipts/check-receipt.ts',
    from: 'return publicKey === undefined ? false : isSignedBy(',
    to: 'return publicKey === undefined ? undefined : isSignedBy(',
    tests: ['src/outbox/receipts/check-receipt.test.ts'],
  },
  {
    name: 'a report continues with its next page after the session has changed',
    file: reporter,
    from: '|| session()?.customer !== signedIn.customer)',
    to: ')',
    tests: ['src/sync-log/create-reporter.test.ts'],
  },
  {
    name: 'a report contains the rows of another customer',
    file: 'src/sync-log/select-rows.ts',
    from: 'row.customer === customerId ? toReportRow(row) : undefined',
    to: 'toReportRow(row)',
    tests: ['src/sync-log/create-reporter.test.ts'],
  },
]
