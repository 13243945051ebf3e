import { storageKinds, type StorageKind, type StorageUsage } from '../../offline/storage-usage.ts'

export type StoragePart = { kind: StorageKind; bytes: number }

/** The stored data by kind, without empty kinds. */
export const partsOf = ({ kinds }: Pick<StorageUsage, 'kinds'>): StoragePart[] =>
  storageKinds.map((kind) => ({ kind, bytes: kinds[kind] ?? 0 })).filter(({ bytes }) => bytes > 0)
