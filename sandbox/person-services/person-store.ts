import * as v from 'valibot'
import { openJsonFile } from '../shared/json-file.ts'

/** The data that one service stores about each person, by id. `empty` is the data of a new person. */
export const openPersonStore = async <T extends object>(
  path: string,
  schema: v.GenericSchema<unknown, T>,
  empty: NoInfer<T>,
) => {
  const file = await openJsonFile(path, v.record(v.string(), schema), () => ({}))
  const of = (person: string): T =>
    (Object.hasOwn(file.content, person) ? file.content[person] : undefined) ?? empty

  return {
    of,
    all: () => file.content,
    /** Changes some fields of the current data. Resolves with all of it once it is safe on disk. */
    change: async (person: string, update: (current: T) => Partial<T>): Promise<T> => {
      const changed = { ...of(person), ...update(of(person)) }
      await file.change((people) => ({ ...people, [person]: changed }))
      return changed
    },
  }
}
