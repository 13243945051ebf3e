/** Thrown by a page that cannot work if the browser blocks the storage of this site. */
export class StorageBlocked extends Error {
  override readonly name = 'StorageBlocked'
}
