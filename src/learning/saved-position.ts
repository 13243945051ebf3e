import { useEffect } from 'react'
import * as v from 'valibot'
import { courses } from '../config/courses.ts'
import type { KeyValues } from '../platform/storage/key-values.ts'
import { createStoredValue, type StoredValue } from '../platform/storage/stored-value.ts'
import { positionSchema, type ModulePosition } from './module-steps.ts'
import { storedPrefixes } from './stored-prefixes.ts'

/**
 * Where a customer stopped in a module on this device. `at` is when, in ms since the epoch. It is absent if
 * an older version of the app stored the position.
 */
export type SavedPosition = ModulePosition & { at?: number | undefined }

/** Where a customer stopped in each module on this device, by module id. */
export type SavedPositions = ReadonlyMap<string, SavedPosition>

const savedPositionSchema = v.object({ ...positionSchema.entries, at: v.optional(v.number()) })

/** Stores a customer's position in a module. Without a stored one, the module opens at its first step. */
export const createSavedPosition = (
  keyValues: KeyValues,
  customerId: string,
  moduleId: string,
): StoredValue<SavedPosition> =>
  createStoredValue<SavedPosition>(
    keyValues,
    `${storedPrefixes.modulePositions}${customerId}/${moduleId}`,
    savedPositionSchema,
  )

/** Reads the saved positions of a customer, by module id. */
export const readSavedPositions = async (
  keyValues: KeyValues,
  customerId: string,
): Promise<SavedPositions> => {
  const ids = courses.flatMap(({ modules }) => modules.map(({ id }) => id))
  const readPosition = async (id: string) =>
    [id, await createSavedPosition(keyValues, customerId, id).read()] as const
  const rows = await Promise.all(ids.map(readPosition))
  return new Map(rows.flatMap(([id, position]) => (position ? [[id, position] as const] : [])))
}

/** Saves the current position, where the coach's next visit to the module continues. */
export const useSavePosition = (
  storedPosition: StoredValue<SavedPosition>,
  { step, page }: ModulePosition,
  now: () => Date,
): void =>
  useEffect(
    () => void storedPosition.write({ step, page, at: now().getTime() }),
    [storedPosition, step, page, now],
  )
