import { expect, test } from 'vitest'
import { createSession } from './create-session.ts'
import { signedIn } from './testing/coach.ts'
import { memoryTabs } from './testing/memory-browser.ts'
import { sessionWorld } from './testing/session-world.ts'

test('two tabs agree on a sign-out, and both forget what they cached', async () => {
  const stored = signedIn()
  const join = memoryTabs()
  const open = () => {
    const { world, deps } = sessionWorld({ stored, tabs: join() })
    return { world, session: createSession(deps) }
  }
  const [here, there] = [open(), open()]
  await here.session.check()
  await there.session.check()
  await here.session.signOut()
  await expect.poll(() => there.session.state().status).toBe('anonymous')
  await expect.poll(() => there.world.signedOut).toBe(1)
})

test('a state that says nothing new wakes nobody', async () => {
  const { deps } = sessionWorld({ stored: signedIn() })
  const session = createSession(deps)
  let woken = 0
  session.subscribe(() => (woken += 1))
  await session.check()
  await session.check()
  expect(woken).toBe(1)
})
