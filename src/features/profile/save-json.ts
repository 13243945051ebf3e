import { saveFile } from '../../platform/save-file.ts'

/** Saves a value as a JSON file, indented for people to read. */
export const saveJson = (name: string, content: object): void =>
  saveFile(name, new Blob([JSON.stringify(content, undefined, 2)], { type: 'application/json' }))
