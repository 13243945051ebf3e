import { shownName } from '../../../lib/text/shown-name.ts'
import type { Translate } from '../../../i18n/translate.ts'
import type { AddOutcome, ChosenFile } from '../../../uploads/commands.ts'
import { folderLimit, type Found } from './folder-files.ts'
import { refusalText } from '../upload-text.ts'

/** The number of lines shown: of two thousand refused files a person reads no more. */
const shown = 5

/** The message about one chosen file: why it is not taken, or that it was on the list before. */
const messageOf = (
  outcome: AddOutcome | undefined,
  chosen: ChosenFile | undefined,
  t: Translate,
): string | undefined => {
  if (!outcome) return undefined
  if (!outcome.ok) return refusalText(outcome, t)
  return outcome.value.known ? t('files.known', { name: shownName(chosen?.file.name ?? '') }) : undefined
}

/**
 * The messages after files were chosen; empty if all are being uploaded. A file that is still being read has
 * no outcome.
 */
export const addMessages = (
  { files, unreadable, isCut }: Found,
  outcomes: readonly (AddOutcome | undefined)[],
  t: Translate,
): string[] => {
  // Two files with the same name may get the same message. It is shown once, and is also React's key.
  const messages = new Set([
    ...(isCut ? [t('files.refusal.tooMany', { count: folderLimit })] : []),
    ...unreadable.map((name) => t('files.refusal.unreadable', { name: shownName(name) })),
    ...outcomes.flatMap((outcome, index) => messageOf(outcome, files[index], t) ?? []),
  ])
  const more = messages.size - shown
  if (more <= 0) return [...messages]
  return [...[...messages].slice(0, shown), t('files.moreRemarks', { count: more })]
}
