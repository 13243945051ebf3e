import { expect, test } from 'vitest'
import { createDeviceId } from './device-id.ts'

const turn = () => new Promise<void>((resolve) => setTimeout(resolve, 0))
const idOf = (at: number) => `00000000-0000-4000-8000-00000000000${at}`

/** An installation whose disk takes its time, and the contexts that ask it. */
const install = (stored?: unknown) => {
  const disk = { stored, failing: false, made: 0 }
  let last: Promise<unknown> = Promise.resolve()
  const open = () =>
    createDeviceId({
      values: {
        read: async () => {
          await turn()
          if (disk.failing) throw new Error('The disk is broken')
          return disk.stored
        },
        write: async (_, value) => {
          await turn()
          disk.stored = value
        },
      },
      locks: {
        hold: (_, __, work) => {
          const held = last.then(() => work(new AbortController().signal))
          last = held.catch(() => undefined)
          return held
        },
      },
      randomId: () => idOf((disk.made += 1)),
    })
  return { disk, open }
}

test('it is made once, whoever asks at the same moment, in whichever tab', async () => {
  const { disk, open } = install()
  const [tab, other] = [open(), open()]
  expect(new Set(await Promise.all([tab(), tab(), other(), other(), tab()]))).toEqual(new Set([idOf(1)]))
  expect(disk).toMatchObject({ made: 1, stored: idOf(1) })
})

test('the one that is stored stays, an invalid one is replaced', async () => {
  expect(await install(idOf(7)).open()()).toBe(idOf(7))
  expect(await install('<broken>').open()()).toBe(idOf(1))
})

test('a disk that fails is read again', async () => {
  const { disk, open } = install(idOf(7))
  const device = open()
  disk.failing = true
  await expect(device()).rejects.toThrow('The disk is broken')
  disk.failing = false
  expect(await device()).toBe(idOf(7))
})
