import { expect, test } from 'vitest'
import type { SessionState } from '../../session/session.ts'
import { createEntry } from '../../sync-log/testing/device-state.ts'
import { findDeletedAccountEntries } from './-deleted-account-entries.ts'

/** A device with the work of three coaches. The accounts of Ana, Bia and Cris were deleted elsewhere. */
const createDevice = (state: SessionState) => {
  const entries = [
    createEntry(1, { customer: 'ana', payload: 'of Ana' }),
    createEntry(2, { customer: 'bia', payload: 'of Bia' }),
    createEntry(3, { customer: 'dora', payload: 'of Dora' }),
  ]
  const device = {
    deleted: ['bia', 'ana', 'cris'],
    forgotten: [] as string[],
    cleared: [] as string[],
    withoutUploads: [] as string[],
    saved: [] as object[],
  }
  const find = () =>
    findDeletedAccountEntries(
      {
        session: {
          state: () => state,
          readDeletedCustomers: async () => device.deleted,
          forgetDeletedCustomer: async (id) =>
            void (device.deleted = device.deleted.filter((it) => it !== id)),
        },
        outbox: {
          outbox: { listEntries: async (id) => entries.filter(({ customer }) => customer === id) },
        },
        uploads: { client: { forCustomer: (id) => ({ clear: async () => void device.cleared.push(id) }) } },
        device: {
          forgetCustomer: async (id) => void device.forgotten.push(id),
          forgetUploads: async (id) => void device.withoutUploads.push(id),
        },
      },
      (_name, content) => void device.saved.push(content),
    )
  return { device, find }
}

test('offers to delete the work of every deleted account, and deletes an account without work at once', async () => {
  const { device, find } = createDevice({ status: 'anonymous' })
  const found = await find()
  expect(found).toMatchObject({ count: 2 })
  expect(found).not.toHaveProperty('onSave')
  await expect.poll(() => device.deleted).toEqual(['bia', 'ana'])
  await found?.onDelete()
  expect(device.forgotten.toSorted()).toEqual(['ana', 'bia', 'cris'])
  expect(device.cleared.toSorted()).toEqual(['ana', 'bia', 'cris'])
  expect(device.withoutUploads.toSorted()).toEqual(['ana', 'bia', 'cris'])
  expect(device.deleted).toEqual([])
})

test('saves only the work of the coach whose session has just ended', async () => {
  const endReason = 'error.accountDeleted'
  const { device, find } = createDevice({ status: 'anonymous', endReason, deletedCustomer: 'bia' })
  const found = await find()
  expect(found).toMatchObject({ count: 1 })
  found?.onSave?.()
  expect(device.saved).toMatchObject([[{ payload: 'of Bia' }]])
  expect(device.saved[0]).toHaveLength(1)
  await found?.onDelete()
  expect(device.deleted).toEqual(['ana'])
})

test('offers nobody the work of another coach, even if their own account was deleted without any', async () => {
  const endReason = 'error.accountDeleted'
  const { find } = createDevice({ status: 'anonymous', endReason, deletedCustomer: 'cris' })
  expect(await find()).not.toHaveProperty('onSave')
})
