import type { Translate } from '../../../i18n/translate.ts'
import { ownerOf } from './place.ts'

/** What a person calls a folder: that of another coach is called by an identity, which says nothing to anybody. */
export const folderText = (name: string, t: Translate): string => {
  const owner = ownerOf(name)
  return owner === undefined ? name : t('files.browse.coachFolder', { id: owner })
}
