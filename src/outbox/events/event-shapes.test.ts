import { expect, test } from 'vitest'
import { shapeLines } from '../../contract/testing/shape-lines.ts'
import { notCommitted } from '../../lib/testing/not-committed.ts'
import { eventSamples, olderSamples } from '../testing/event-samples.ts'
import { isKnownEvent, knownEvents } from './events.ts'

/** Payloads as screens pass them, by event name. */
const samples: Record<string, readonly unknown[]> = {
  ...eventSamples,
  ...Object.fromEntries(olderSamples.map(({ name, payload }) => [name, [payload]])),
}

const help = (name: string) => `The event ${name} stores or sends another shape.
Entries of that name wait on phones, and must go out in the bytes in which they were captured. A form is never changed:
1. Leave ${name} as it is, and move its row to src/outbox/events/older-events.ts.
2. Add the new form to src/outbox/events/events.ts under the next version of the name, with a sample in
   src/outbox/testing/event-samples.ts.
3. Run this test once. It writes a file beside this one's in src/outbox/testing/events; commit it, delete none.`

/** The released shapes as they were before this run, which may write another one. */
const released = Object.keys(import.meta.glob('../testing/events/*.txt')).map((path) =>
  path.slice('../testing/events/'.length, -'.txt'.length),
)

test.each(Object.keys(knownEvents))('%s stores and sends what it did at its release', async (name) => {
  if (!isKnownEvent(name)) throw new Error(name)
  const { calls, schemaVersion, payload, prepare } = knownEvents[name]
  const requests = samples[name]?.map((sample) => {
    const prepared = prepare(sample, 'coach-a')
    if (!prepared.ok) throw new Error(`${name} refuses ${prepared.error}`)
    const { call, body } = prepared.value.request
    return `${call} ${JSON.stringify(body)}`
  })
  expect(requests?.length).toBeGreaterThan(0)
  const lines = [
    `${name}: ${calls.join(', ')}, bodies of version ${schemaVersion}`,
    ...shapeLines('payload', payload, 'output'),
    ...(requests ?? []),
  ]
  const words = released.includes(name) ? help(name) : notCommitted(`src/outbox/testing/events/${name}.txt`)
  await expect(`${lines.join('\n')}\n`, words).toMatchFileSnapshot(`../testing/events/${name}.txt`)
})

test('an event that was released once stays known', () => {
  expect(released.filter((name) => !isKnownEvent(name))).toEqual([])
})
