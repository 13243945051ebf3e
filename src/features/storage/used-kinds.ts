import { storageKinds, type StorageKind, type StorageUsage } from '../../offline/storage-usage.ts'

/** The kinds of data that use space, with their sizes, in the order of `storageKinds`. */
export const usedKinds = ({ kinds }: Pick<StorageUsage, 'kinds'>): { kind: StorageKind; bytes: number }[] =>
  storageKinds.map((kind) => ({ kind, bytes: kinds[kind] ?? 0 })).filter(({ bytes }) => bytes > 0)
