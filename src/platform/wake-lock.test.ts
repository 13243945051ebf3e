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

test('keeps the screen on only while bytes move', async () => {
  const { world, keepAwake } = screen()
  keepAwake(true)
  keepAwake(true)
  await settle()
  expect(world).toMatchObject({ asked: 1, held: 1 })
  keepAwake(false)
  await settle()
  expect(world.held).toBe(0)
})

test('releases a lock that is granted after the last byte', async () => {
  const { world, keepAwake } = screen()
  keepAwake(true)
  keepAwake(false)
  await settle()
  expect(world.held).toBe(0)
})

test('requests a lock again when a hidden page becomes visible, if bytes still move', async () => {
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

test('continues the upload without a lock when it is refused or unsupported', async () => {
  const { world, keepAwake } = screen(true)
  keepAwake(true)
  await settle()
  keepAwake(false)
  world.show()
  expect(world.asked).toBe(1)
  expect(() => createWakeLock({ onVisible: () => undefined })(true)).not.toThrow()
})
