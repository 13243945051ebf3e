import { CookieStorage } from 'aws-amplify/utils'
import * as v from 'valibot'
import { expect, test } from 'vitest'

const lifetime = v.object({ expires: v.number() })
const day = 24 * 60 * 60 * 1000

// Specification §9. The app keeps its tokens in IndexedDB: no cookie of this library is ever set by it.
test('a cookie of the identity library lives 365 days', async () => {
  await new CookieStorage({ secure: false }).setItem('kept', 'yes')
  const cookie = await cookieStore.get('kept')
  expect(cookie).toMatchObject({ value: 'yes' })
  const listed = v.parse(lifetime, cookie)
  expect(listed.expires).toBeGreaterThan(Date.now() + 365 * day - 60_000)
  expect(listed.expires).toBeLessThan(Date.now() + 365 * day + 60_000)
  await cookieStore.delete('kept')
})
