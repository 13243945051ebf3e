import { expect, test } from 'vitest'
import * as v from 'valibot'
import { courses } from '../../config/courses.ts'
import { productApi, type CallName } from '../../contract/product-api.ts'
import {
  isKnownSchema,
  schemaVersion,
  upgradeBody,
  upgradesByVersion,
} from '../../contract/schema-version.ts'
import { answers, eventSamples, olderSamples } from '../testing/event-samples.ts'
import { events, knownEvents, type EventName } from './events.ts'

const rows = Object.entries(eventSamples).flatMap(([name, samples]) =>
  samples.map((payload) => ({ name: name as EventName, payload })),
)
const prepared = rows.map(({ name, payload }) => {
  const result = events[name].prepare(payload, 'coach-a')
  if (!result.ok) throw new Error(`${name} refuses ${result.error}`)
  const { payload: stored, request } = result.value
  return { name, payload: stored, request }
})

test('every call of the contract that goes through the outbox has an event', () => {
  const names = Object.keys(productApi) as CallName[]
  const needed = names.filter((name) => productApi[name].delivery === 'outbox')
  expect(new Set(prepared.map(({ request }) => request.call))).toEqual(new Set(needed))
})

test('every event declares the calls it makes', () => {
  for (const { name, request } of prepared) expect(events[name].calls).toContain(request.call)
})

test.each(Object.keys(events) as EventName[])(
  '%s declares a version of its bodies that the server knows, and whose form has not changed since',
  (name) => {
    const { calls, schemaVersion: bodyVersion } = events[name]
    expect(isKnownSchema(bodyVersion)).toBe(true)
    const changedIn = upgradesByVersion.flatMap((upgrades, index) =>
      calls.some((call) => call in upgrades) ? [index + 1] : [],
    )
    const words = `A later version has another form of this body. Move ${name} to older-events.ts, and add its next version.`
    expect(Math.max(1, ...changedIn), words).toBeLessThanOrEqual(bodyVersion)
  },
)

test.each(prepared)("$name makes a body that its call's schema accepts unchanged", ({ request }) => {
  const parsed = v.parse(productApi[request.call].body, request.body)
  expect(parsed).toEqual(request.body)
  expect(Object.values(request.body)).toContain('coach-a')
})

test.each(prepared)(
  '$name makes the same bytes again from the payload that it stores',
  ({ name, payload, request }) => {
    const again = events[name].prepare(structuredClone(payload), 'coach-a')
    expect(again.ok && JSON.stringify(again.value.request)).toBe(JSON.stringify(request))
  },
)

test('surveys have a lane each, and a certificate comes after everything that its course asks for', () => {
  const lane = (name: EventName, payload: unknown) => {
    const result = events[name].prepare(payload, 'coach-a')
    return result.ok ? result.value : undefined
  }
  for (const course of courses) {
    const certificate = lane('certificate.requested.v1', { course_id: course.id, isFIFA: course.isFIFA })
    const surveys = course.modules.map((module) =>
      module.kind === 'video'
        ? lane('survey.answered.v2', { video_id: module.id, answers })?.lane
        : lane('extra-survey.answered.v2', { extra_module_id: module.id, answers })?.lane,
    )
    expect(new Set(surveys).size).toBe(course.modules.length)
    expect(certificate?.after).toEqual(['progress', ...surveys])
  }
})

test('an error in a payload names the field', () => {
  expect(
    events['survey.answered.v2'].prepare({ video_id: 'training-1', answers: [{ question: 'q1' }] }, 'c'),
  ).toEqual({
    ok: false,
    error: 'answers.0.value',
  })
})

test.each(olderSamples)(
  'sends $name as it was captured, and the server reads it by its version',
  ({ name, payload }) => {
    const { schemaVersion: olderVersion, prepare } = knownEvents[name]
    const prepared = prepare(payload, 'coach-a')
    if (!prepared.ok) throw new Error(prepared.error)
    const { call, body } = prepared.value.request
    expect(body).toEqual({ customer_id: 'coach-a', ...payload })
    expect(olderVersion).toBeLessThan(schemaVersion)
    expect(v.safeParse(productApi[call].body, upgradeBody(call, olderVersion, body)).issues).toBeUndefined()
  },
)

test('a sign-in and a sign-up have their own titles', () => {
  const getTitle = (event_id: number) => {
    const { subject, getTitle: title } = events['event.logged.v1']
    return title(subject({ event_id, value: '' }))
  }
  expect([1, 2, 999_999].map(getTitle)).toEqual([
    'outbox.event.signIn',
    'outbox.event.signUp',
    'outbox.event.logged',
  ])
})
