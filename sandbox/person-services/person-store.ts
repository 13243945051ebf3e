import * as v from 'valibot'
import { openJsonFile } from '../shared/json-file.ts'

/** Opens the data that one service stores about each person, by id. A new person has `emptyData`. */
export const openPersonStore = async <T extends object>(
  path: string,
  schema: v.GenericSchema<unknown, T>,
  emptyData: NoInfer<T>,
) => {
  const file = await openJsonFile(path, v.record(v.string(), schema), () => ({}))
  const getData = (person: string): T =>
    (Object.hasOwn(file.content, person) ? file.content[person] : undefined) ?? emptyData

  return {
    getData,
    all: () => file.content,
    /** Changes some fields of a person's data. Resolves with all fields when they are saved. */
    change: async (person: string, update: (current: T) => Partial<T>): Promise<T> => {
      const newData = { ...getData(person), ...update(getData(person)) }
      await file.change((people) => ({ ...people, [person]: newData }))
      return newData
    },
  }
}
