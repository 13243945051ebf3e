import { expose } from 'comlink'
import { canStoreFiles } from '../files/file-copies.ts'

/** Runs the test so many times in a row. Only a worker can open a file for writing in place. */
const ask = async (times: number): Promise<boolean[]> => {
  const found: boolean[] = []
  for (let time = 0; time < times; time++) found.push(await canStoreFiles(navigator.storage))
  return found
}

export type Ask = typeof ask

expose(ask)
