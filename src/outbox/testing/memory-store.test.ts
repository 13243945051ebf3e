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
})
