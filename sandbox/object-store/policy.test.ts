import { expect, test } from 'vitest'
import { type Access, isAllowed } from './policy.ts'

const own = 'us-east-1:own'

const allowed: [path: string, access: readonly Access[]][] = [
  [`public/${own}/a`, ['read', 'write', 'list']],
  ['public/us-east-1:other/a', ['read', 'list']],
  ['public/a', ['read', 'list']],
  ['public/', ['read', 'list']],
  [`public/${own}`, ['read', 'list']],
  ['public', []],
  ['protected/', ['read', 'list']],
  [`protected/${own}/a`, ['read', 'write', 'list']],
  ['protected/us-east-1:other/a', ['read', 'list']],
  [`protected/${own}`, ['read', 'list']],
  [`private/${own}/a`, ['read', 'write', 'list']],
  [`private/${own}/`, ['read', 'write', 'list']],
  [`private/${own}`, []],
  [`private/${own}er/a`, []],
  ['private/us-east-1:other/a', []],
  ['private/', []],
  ['', []],
  ['other/a', []],
]

test.each(allowed)('%s: %j', (path, access) => {
  const all: Access[] = ['read', 'write', 'list']
  expect(all.filter((kind) => isAllowed(own, kind, path))).toEqual(access)
})
