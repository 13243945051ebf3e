import type { DeviceStatement } from '../../contract/product-api/device-statement.ts'
import type { DeviceOutbox } from '../outbox.ts'
import { rescueContentOf } from './rescue-content.ts'
import { sealRescueFile } from './rescue-file.ts'
import { saveFile } from '../../platform/save-file.ts'

/** Saves the unsent entries of a signed-in customer in a file; resolves to how many entries it holds. */
export const createSaveRescueFile =
  ({
    outbox,
    device,
    statement,
    now,
  }: {
    outbox: Pick<DeviceOutbox, 'of'>
    device: () => Promise<string>
    /** What the server signed about this device and a customer. */
    statement: (customer: string) => Promise<DeviceStatement | undefined>
    /** ms since epoch */
    now: () => number
  }) =>
  async (whose: string, passphrase: string): Promise<number> => {
    const { entries, customer, storage } = outbox.of(whose).snapshot()
    // An empty file, written because the disk cannot be read, would look like a successful rescue.
    if (customer === undefined || storage !== 'ready') throw new Error('The outbox could not be read.')
    const content = rescueContentOf(entries, {
      customer,
      device: await device(),
      statement: await statement(customer),
      madeAt: now(),
    })
    const day = new Date(content.madeAt).toISOString().slice(0, 10)
    const text = await sealRescueFile(content, passphrase)
    saveFile(`breaking-barriers-${day}.rescue`, new Blob([text], { type: 'application/json' }))
    return content.entries.length + content.unreadable.length
  }
