import { expect, test } from 'vitest'
import { createWakeLock } from './wake-lock.ts'

const settle = () => new Promise((resolve) => setTimeout(resolve))

const screen = (refuses = false) => {
  let visible = () => {}
  const world = { held: 0, asked: 0, show: () => visible() }
  const wakeLock = {
    request: async () => {
      world.asked++
      if (refuses) throw new DOMException('hidden', 'NotAllowedError')
      world.held++
      return { release: async () => void world.held-- }
    },
  }
  const keepAwake = createWakeLock({ wakeLock, onVisible: (listener) => (visible = listener) })
  return { ...world, world, keepAwake }
}

test('the screen stays on while bytes move, and no longer', async () => {
  const { world, keepAwake } = screen()
  keepAwake(true)
  keepAwake(true)
  await settle()
  expect(world).toMatchObject({ asked: 1, held: 1 })
  keepAwake(false)
  await settle()
  expect(world.held).toBe(0)
})

test('a lock that comes after the last byte is given back', async () => {
  const { world, keepAwake } = screen()
  keepAwake(true)
  keepAwake(false)
  await settle()
  expect(world.held).toBe(0)
})

test('the browser takes it from a hidden page; a visible one asks for it again, if bytes still move', async () => {
  const { world, keepAwake } = screen()
  keepAwake(true)
  await settle()
  world.held = 0
  world.show()
  await settle()
  expect(world.held).toBe(1)
  keepAwake(false)
  await settle()
  world.show()
  await settle()
  expect(world).toMatchObject({ asked: 2, held: 0 })
})

test('where it is refused or unknown, the upload continues without', async () => {
  const { world, keepAwake } = screen(true)
  keepAwake(true)
  await settle()
  keepAwake(false)
  world.show()
  expect(world.asked).toBe(1)
  expect(() => createWakeLock({ onVisible: () => undefined })(true)).not.toThrow()
})
