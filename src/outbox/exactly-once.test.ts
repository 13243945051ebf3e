import { expect, test } from 'vitest'
import { createWorld } from './testing/in-memory-world.ts'
import { faults, live, randomFrom, violations } from './testing/random-life.ts'

/** `LIVES=2000` makes a soak of it; a life that breaks names its seed. */
const schedules = Number(import.meta.env['LIVES'] ?? 100)
const customers = ['coach-a', 'coach-b']

test(`each captured event is once on the server in its lane's order, or here with a reason (${schedules} schedules)`, async () => {
  for (let seed = 1; seed <= schedules; seed += 1) {
    const random = randomFrom(seed)
    let stormy = true
    const world = createWorld({
      random,
      chooseFault: () => (stormy && faults[Math.floor(random() * faults.length)]) || { is: 'none' },
      choosePlace: (count) => Math.floor(random() * count),
    })
    const calm = () => void (stormy = false)
    const life = await live(world, { random, customers, steps: 25, captures: 0.4, calm })
    expect({ seed, violations: violations(life, world.server.accepted) }).toEqual({ seed, violations: [] })
  }
})
