import { storageKinds, type StorageKind, type StorageUsage } from '../../offline/storage-usage.ts'

/** Lists the kinds of data that use space, with their sizes, in the order of `storageKinds`. */
export const listUsedKinds = ({
  kinds,
}: Pick<StorageUsage, 'kinds'>): { kind: StorageKind; bytes: number }[] =>
  storageKinds.map((kind) => ({ kind, bytes: kinds[kind] ?? 0 })).filter(({ bytes }) => bytes > 0)
