import type { Translate } from '../../i18n/translate.ts'
import { ownerOf } from './place.ts'

/**
 * The displayed name of a folder. The folder of another coach is named by an identity, which means nothing to
 * a person.
 */
export const folderText = (name: string, t: Translate): string => {
  const owner = ownerOf(name)
  return owner === undefined ? name : t('files.browse.coachFolder', { id: owner })
}
