import { expect, test } from 'vitest'
import { authWorld } from './testing/account-world.ts'
import { email, password, signedIn } from '../session/testing/coach.ts'
import { memoryTabs } from '../session/testing/memory-browser.ts'
import { createAuth } from './create-account.ts'

const twoTabs = (stored = new Map<string, unknown>()) => {
  const join = memoryTabs()
  const open = () => {
    const { world, deps } = authWorld({ stored, tabs: join() })
    return { world, auth: createAuth(deps) }
  }
  return { here: open(), there: open() }
}

test('two tabs agree on a sign-in', async () => {
  const { here, there } = twoTabs()
  await there.auth.check()
  await here.auth.signIn('pt-BR', email, password)
  await expect.poll(() => there.auth.state().status).toBe('authenticated')
})

test('two tabs agree on a sign-out, and both forget what they cached', async () => {
  const { here, there } = twoTabs(signedIn())
  await here.auth.check()
  await there.auth.check()
  await here.auth.signOut()
  await expect.poll(() => there.auth.state().status).toBe('anonymous')
  await expect.poll(() => there.world.signedOut).toBe(1)
})

test('a state that says nothing new wakes nobody', async () => {
  const { deps } = authWorld({ stored: signedIn() })
  const auth = createAuth(deps)
  let woken = 0
  auth.subscribe(() => (woken += 1))
  await auth.check()
  await auth.check()
  expect(woken).toBe(1)
})
