import { expect, test } from 'vitest'
import { chooseLives } from '../lib/testing/random-lives.ts'
import { createWorld } from './testing/in-memory-world.ts'
import { faults, live, randomFrom, violations } from './testing/random-life.ts'

const lives = chooseLives('src/outbox/exactly-once.test.ts', 300, import.meta.env)
const customers = ['coach-a', 'coach-b']

test("each captured event is once on the server in its lane's order, or here with a reason", async () => {
  let together = 0
  for (let seed = lives.seed; seed < lives.seed + lives.count; seed += 1) {
    const random = randomFrom(seed)
    let stormy = true
    const world = createWorld({
      random,
      chooseFault: () => (stormy && faults[Math.floor(random() * faults.length)]) || { is: 'none' },
      choosePlace: (count) => Math.floor(random() * count),
      fewestTogether: 2,
    })
    world.server.isOlder = seed % 5 === 0
    const calm = () => void (stormy = false)
    const life = await live(world, { random, customers, steps: 25, captures: 0.4, calm })
    expect(violations(life, world.server.accepted), lives.again(seed, 1)).toEqual([])
    together += world.server.together
  }
  // The lives are worth something only if several entries went in one request: about once in each life, more or less often.
  expect(together).toBeGreaterThan(lives.count < 50 ? -1 : lives.count / 2)
})
