/** Temporary credentials of a customer at the object store. */
export type StorageCredentials = {
  identityId: string
  accessKeyId: string
  secretAccessKey: string
  sessionToken: string
  /** In ms since the epoch. */
  expiration: number
}
