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

test('accepts a browser that has all the app needs', () => {
  expect(isTooOld(present())).toBe(false)
})

test.each<[string, object]>([
  ['structuredClone', { structuredClone: undefined }],
  ['messages between its windows', { BroadcastChannel: undefined }],
  ['time limits for requests', { AbortSignal: {} }],
  ['Object.hasOwn', { Object: {} }],
  ['findLast', { Array: { prototype: {} } }],
  ['locks', { navigator: {} }],
])('rejects a browser without %s', (_, lacking) => {
  expect(isTooOld({ ...present(), ...lacking })).toBe(true)
})

test('rejects a browser that cannot parse the app’s regular expressions', () => {
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

test('does not judge a browser’s age by missing features on an insecure page', () => {
  expect(isTooOld({ ...present(), isSecureContext: false, navigator: {} })).toBe(false)
})
