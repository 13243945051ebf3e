import { draft, receipt } from './draft.ts'
import { createMemoryDisk, createMemoryStore } from './memory-store.ts'
import { outboxStoreContract } from './outbox-store.contract.ts'

let disk = createMemoryDisk()
const open = () => createMemoryStore(disk)

outboxStoreContract('memory', {
  create: async () => {
    disk = createMemoryDisk()
    return open()
  },
  open,
  passOver: async (deliveries) => {
    const store = open()
    for (let at = 0; at < deliveries; at += 1) {
      const { key } = await store.capture(draft(`passed over ${at}`, { customer: 'coach-b' }))
      await store.update(key, () => ({
        note: { at: 7, happened: 'delivered', receipt: { ...receipt, key } },
      }))
    }
  },
})
