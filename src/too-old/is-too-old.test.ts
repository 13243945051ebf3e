import { expect, test } from 'vitest'
import { isTooOld } from './is-too-old.ts'

const present = () => ({
  isSecureContext: true,
  structuredClone: () => undefined,
  BroadcastChannel: () => undefined,
  AbortSignal: { timeout: () => undefined },
  Object: { hasOwn: () => undefined },
  Array: { prototype: { findLast: () => undefined } },
  navigator: { locks: {} },
})

test('a browser that has all that the app needs is not too old', () => {
  expect(isTooOld(present())).toBe(false)
})

test.each<[string, object]>([
  ['structuredClone', { structuredClone: undefined }],
  ['messages between its windows', { BroadcastChannel: undefined }],
  ['time limits for requests', { AbortSignal: {} }],
  ['Object.hasOwn', { Object: {} }],
  ['findLast', { Array: { prototype: {} } }],
  ['locks', { navigator: {} }],
])('one without %s is too old', (_, lacking) => {
  expect(isTooOld({ ...present(), ...lacking })).toBe(true)
})

test('one that cannot read the expressions of a script is too old', () => {
  const { RegExp: own } = globalThis
  globalThis.RegExp = class extends own {
    constructor(pattern: string | RegExp, flags?: string) {
      if (String(pattern).includes('(?<=')) throw new SyntaxError('Invalid regular expression')
      super(pattern, flags)
    }
  } as RegExpConstructor
  try {
    expect(isTooOld(present())).toBe(true)
  } finally {
    globalThis.RegExp = own
  }
})

test('where the page is not secure, what is missing says nothing about its age', () => {
  expect(isTooOld({ ...present(), isSecureContext: false, navigator: {} })).toBe(false)
})
