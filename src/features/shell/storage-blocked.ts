/** Thrown by a page that cannot work where the browser lets this site store nothing. */
export class StorageBlocked extends Error {
  override readonly name = 'StorageBlocked'
}
