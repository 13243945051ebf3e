import * as v from 'valibot'
import { openJsonFile } from '../shared/json-file.ts'

/** Opens the data that one service stores about each coach, by id. A new coach has `emptyData`. */
export const openPersonStore = async <T extends object>(
  path: string,
  schema: v.GenericSchema<unknown, T>,
  emptyData: NoInfer<T>,
) => {
  const file = await openJsonFile(path, v.record(v.string(), schema), () => ({}))
  const getData = (personId: string): T =>
    (Object.hasOwn(file.content, personId) ? file.content[personId] : undefined) ?? emptyData

  return {
    getData,
    /** Returns the data of all coaches, by id. */
    getAll: () => file.content,
    /** Changes some fields of a coach's data. Resolves to all fields when they are saved. */
    change: async (personId: string, update: (current: T) => Partial<T>): Promise<T> => {
      const newData = { ...getData(personId), ...update(getData(personId)) }
      await file.change((people) => ({ ...people, [personId]: newData }))
      return newData
    },
  }
}
