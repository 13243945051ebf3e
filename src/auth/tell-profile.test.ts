import { expect, test } from 'vitest'
import { authWorld } from './auth.fixture.ts'
import { email, input, password } from './coach.fixture.ts'
import { createAuth } from './create-auth.ts'
import { owed } from './sign-up-record.fixture.ts'

test('what was told is in the profile from the first sign-in on', async () => {
  const { world, deps } = authWorld()
  const auth = createAuth(deps)
  await auth.signUp('pt-BR', input)
  expect(world.profile.stored).toEqual({})
  await auth.confirm('pt-BR', email, '123456')
  const told = {
    firstName: 'Ana',
    lastName: 'Silva',
    honorificPrefix: 'Ms',
    job: 'coach',
    sportType: 'football',
  }
  await expect.poll(() => world.profile.stored).toEqual({ ...told, workFrom: 'BR' })
  await expect.poll(() => owed(world)).toEqual([])
})

test('a profile that does not get through is told at the next start', async () => {
  const { world, deps } = authWorld()
  world.profile.fails = true
  const auth = createAuth(deps)
  await auth.signUp('pt-BR', input)
  await auth.confirm('pt-BR', email, '123456')
  await expect.poll(() => world.logged.join()).toContain('The profile was not recorded yet')
  expect(owed(world)).toEqual(['profile'])
  world.profile.fails = false
  await createAuth(deps).check()
  await expect.poll(() => world.profile.stored).toMatchObject({ job: 'coach' })
})

test('a profile that the coach has changed since stays as it is', async () => {
  const { world, deps } = authWorld()
  const auth = createAuth(deps)
  await auth.signUp('pt-BR', input)
  world.profile.stored = { job: 'teacher' }
  await auth.signIn('pt-BR', email, password)
  await expect.poll(() => owed(world)).toEqual([])
  expect(world.profile.stored).toEqual({ job: 'teacher' })
})
