import type { DeviceStatement } from '../../contract/product-api/device-statement.ts'
import { localTime } from '../../lib/time/local-time.ts'
import type { DeviceOutbox } from '../outbox.ts'
import { rescueContentOf } from './rescue-content.ts'
import { sealRescueFile } from './rescue-file.ts'
import { saveFile } from '../../platform/save-file.ts'

/** Saves the unsent entries of a signed-in customer to a file; resolves to the number of entries in it. */
export const createSaveRescueFile =
  ({
    outbox,
    device,
    statement,
    now,
  }: {
    outbox: Pick<DeviceOutbox, 'of'>
    device: () => Promise<string>
    /** The server's signed statement about this device and a customer. */
    statement: (customer: string) => Promise<DeviceStatement | undefined>
    /** ms since epoch */
    now: () => number
  }) =>
  async (whose: string, passphrase: string): Promise<number> => {
    const { entries, customer, storage } = outbox.of(whose).snapshot()
    // If the disk cannot be read, an empty file would look like a successful rescue.
    if (customer === undefined || storage !== 'ready') throw new Error('The outbox could not be read.')
    const content = rescueContentOf(entries, {
      customer,
      device: await device(),
      statement: await statement(customer),
      madeAt: now(),
    })
    const day = localTime(new Date(content.madeAt)).slice(0, 'YYYY-MM-DD'.length)
    const text = await sealRescueFile(content, passphrase)
    saveFile(`breaking-barriers-${day}.rescue`, new Blob([text], { type: 'application/json' }))
    return content.entries.length + content.unreadable.length
  }
