import { storageKinds, type StorageKind, type StorageUsage } from '../../offline/storage-usage.ts'

/** One kind of what is stored; downloaded modules are what the others leave. */
export type StoragePart = { kind: StorageKind | 'modules'; bytes: number }

/** What takes space, kind by kind; without what takes none. */
export const partsOf = ({ used = 0, kinds }: StorageUsage): StoragePart[] => {
  const others = storageKinds.map((kind) => ({ kind, bytes: kinds[kind] ?? 0 }))
  const known = others.reduce((total, { bytes }) => total + bytes, 0)
  const modules = { kind: 'modules' as const, bytes: Math.max(0, used - known) }
  return [modules, ...others].filter(({ bytes }) => bytes > 0)
}
