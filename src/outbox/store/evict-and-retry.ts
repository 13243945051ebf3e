import { isQuotaExceeded, type Room } from '../../platform/storage/room.ts'

/** What is given up, one after the other, when the device is full. */
export type RoomToMake = Pick<Room, 'freeMedia' | 'releaseReserve'>

/** Runs `write`; where the device is full, again after the cached media went, and then after the reserve did. */
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
