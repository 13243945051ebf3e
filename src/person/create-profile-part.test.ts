import { expect, test } from 'vitest'
import { fail, ok } from '../lib/result.ts'
import { createProfilePart } from './create-profile-part.ts'
import type { ProfilePart, PersonMessage, PersonResult } from './person.ts'

const refusal = (reason: PersonMessage) => fail({ message: 'profile.loadFailed' as const, reason })

const setUp = (results: Awaited<PersonResult<string>>[], copy?: string) => {
  const seen: ProfilePart<string>[] = []
  const slept: number[] = []
  const written: string[] = []
  const part = createProfilePart<string>({
    source: {
      read: () => Promise.resolve(results.shift() ?? ok('unplanned')),
      save: () => Promise.resolve(ok(undefined)),
    },
    merge: ({ base, ours, theirs }) => `${ours}, not ${base}, over ${theirs}`,
    cache: {
      read: () => Promise.resolve(copy),
      write: (value) => Promise.resolve(void written.push(value)),
    },
    sleep: (ms) => Promise.resolve(void slept.push(ms)),
    onChange: () => seen.push(part.get()),
  })
  return { part, seen, slept, written }
}

test('requests a refused profile once more after 3 s, and shows that it waits', async () => {
  const { part, seen, slept, written } = setUp([refusal('error.server'), ok('Ana')], 'older Ana')
  await part.read()
  expect(seen.map(({ kind }) => kind)).toEqual(['reading', 'waiting', 'ready'])
  expect(seen[1]).toMatchObject({ copy: 'older Ana' })
  expect(slept).toEqual([3000])
  expect(written).toEqual(['Ana'])
})

test('shows the failure and this device’s copy after a second refusal', async () => {
  const { part, slept } = setUp([refusal('error.server'), refusal('error.server')], 'older Ana')
  await part.read()
  expect(part.get()).toMatchObject({ kind: 'failed', copy: 'older Ana' })
  expect(slept).toEqual([3000])
})

test.each(['error.network', 'error.signInNeeded'] as const)(
  'does not repeat the request after %s',
  async (why) => {
    const { part, slept } = setUp([refusal(why)])
    await part.read()
    expect(part.get()).toEqual({ kind: 'failed', failure: { message: 'profile.loadFailed', reason: why } })
    expect(slept).toEqual([])
  },
)

test('does not overwrite a saved value with a read that began before', async () => {
  const asked = Promise.withResolvers<Awaited<PersonResult<string>>>()
  const part = createProfilePart<string>({
    source: { read: () => asked.promise, save: () => Promise.resolve(ok(undefined)) },
    merge: ({ ours }) => ours,
    cache: { read: () => Promise.resolve(undefined), write: () => Promise.resolve() },
    sleep: () => Promise.resolve(),
    onChange: () => undefined,
  })
  const reading = part.read()
  await Promise.resolve()
  await part.save('new')
  asked.resolve(ok('old'))
  await reading
  expect(part.get()).toMatchObject({ kind: 'ready', value: 'new' })
})

test('keeps the shown value and its revision on another read, unless the value has changed', async () => {
  const { part, seen } = setUp([ok('Ana'), ok('Ana'), refusal('error.network'), ok('Bia')])
  await part.read()
  const first = part.get()
  await part.read()
  await part.read()
  expect(part.get()).toBe(first)
  await part.read()
  expect(part.get()).toEqual({ kind: 'ready', value: 'Bia', revision: 2 })
  expect(seen.map(({ kind }) => kind)).toEqual(['reading', 'ready', 'ready'])
})

test('keeps the form’s revision after a save', async () => {
  const { part } = setUp([ok('Ana'), ok('Ana')])
  await part.read()
  await part.save('Bia')
  expect(part.get()).toEqual({ kind: 'ready', value: 'Bia', revision: 1 })
})

test('merges and shows what another device saved meanwhile', async () => {
  const { part, written } = setUp([ok('Ana'), ok('Carla')])
  await part.read()
  await part.save('Bia')
  expect(part.get()).toEqual({ kind: 'ready', value: 'Bia, not Ana, over Carla', revision: 2 })
  expect(written).toEqual(['Ana', 'Bia, not Ana, over Carla'])
})

test('saves the coach’s changes when the profile cannot be read again', async () => {
  const { part } = setUp([ok('Ana'), refusal('error.server')])
  await part.read()
  await part.save('Bia')
  expect(part.get()).toEqual({ kind: 'ready', value: 'Bia', revision: 1 })
})
