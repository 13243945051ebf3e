import type { KeyValues } from '../platform/storage/key-values.ts'

/**
 * The beginnings of the keys under which this device stores a customer's data about modules. The data is in
 * the collection `drafts`, like the drafts of answers.
 */
export const storedPrefixes = {
  /** Which actions this device has recorded. */
  records: 'told/',
  /** What was watched and read of each module on this device. */
  seen: 'seen/',
  /** Where each video stopped. */
  videoPositions: 'position/',
  /** The step and page where the coach stopped in each module. */
  modulePositions: 'place/',
  /** Which pages of each module were opened. */
  openedPages: 'opened/',
  /** Which modules were completed but not yet celebrated. */
  celebrations: 'celebration/',
  favourites: 'favourites/',
} as const

/** Deletes what this device has stored about modules, for all customers. Drafts of answers stay. */
export const deleteModuleData = async (keyValues: Pick<KeyValues, 'clear'>): Promise<void> => {
  await Promise.all(Object.values(storedPrefixes).map((prefix) => keyValues.clear(prefix)))
}
