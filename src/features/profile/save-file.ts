import { saveFile as saveBlob } from '../../platform/save-file.ts'

/** Saves what can be written as JSON, for a person to read. */
export const saveFile = (name: string, content: object): void =>
  saveBlob(name, new Blob([JSON.stringify(content, undefined, 2)], { type: 'application/json' }))
