import { expose } from 'comlink'
import { canStoreFiles } from '../files/file-copies.ts'

/**
 * Tests whether files can be stored, `times` times in a row. Only a worker can open a file for writing in
 * place.
 */
const testStorage = async (times: number): Promise<boolean[]> => {
  const results: boolean[] = []
  for (let time = 0; time < times; time++) results.push(await canStoreFiles(navigator.storage))
  return results
}

export type TestStorage = typeof testStorage

expose(testStorage)
