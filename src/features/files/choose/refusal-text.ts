import type { Translate } from '../../../i18n/translate.ts'
import { toDisplayName } from '../../../lib/text/display-name.ts'
import type { AddOutcome, GiveRefusal } from '../../../uploads/commands.ts'

/** The texts of the reasons why a chosen file does not become an upload. */
const addRefusalMessages = {
  unreadable: 'files.refusal.unreadable',
  'key-too-long': 'files.refusal.keyTooLong',
  'folder-without-address': 'files.refusal.folderWithoutAddress',
  'too-large': 'files.refusal.tooLarge',
  'name-missing': 'files.refusal.nameMissing',
  'signed-out': 'files.refusal.signedOut',
} as const

/**
 * Returns the reason why a chosen file was refused. Returns undefined if it was not refused, if the coach
 * cancelled it, or if the upload worker broke before it received the file, which can be passed again.
 */
export const getAddRefusalText = (outcome: AddOutcome, t: Translate): string | undefined => {
  if (outcome.ok) return undefined
  const { name, refusal } = outcome.error
  if (refusal === 'cancelled' || refusal === 'broken') return undefined
  return t(addRefusalMessages[refusal], { name: toDisplayName(name) })
}

/** The texts of the reasons why a file that was chosen again does not continue its upload. */
const giveRefusalMessages = {
  'other-file': 'files.again.otherFile',
  unreadable: 'files.refusal.unreadable',
  'task-gone': 'files.again.taskGone',
  broken: 'files.broken',
} as const

/** Returns the reason why a file that was chosen again cannot continue its upload. */
export const getGiveRefusalText = (reason: GiveRefusal, name: string, t: Translate): string =>
  t(giveRefusalMessages[reason], { name: toDisplayName(name) })
