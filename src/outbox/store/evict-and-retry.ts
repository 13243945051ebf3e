import { isQuotaExceeded, type Room } from '../../platform/storage/room.ts'

/** What is evicted, one after the other, when the device is full. */
export type RoomToMake = Pick<Room, 'freeMedia' | 'releaseReserve'>

/** Runs `write`. Where the device is full, it runs again without the cached media, and then without the reserve. */
export const evictAndRetry = async <T>(room: RoomToMake, write: () => Promise<T>): Promise<T> => {
  for (const makeRoom of [room.freeMedia, room.releaseReserve]) {
    try {
      return await write()
    } catch (error) {
      if (!isQuotaExceeded(error)) throw error
      await makeRoom()
    }
  }
  return write()
}
