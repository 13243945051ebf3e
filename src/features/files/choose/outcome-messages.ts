import type { Translate } from '../../../i18n/translate.ts'
import { toDisplayName } from '../../../lib/text/display-name.ts'
import type { AddOutcome, ChosenFile } from '../../../uploads/commands.ts'
import { getAddRefusalText } from './refusal-text.ts'
import { folderLimit, type FileSelection } from './folder-files.ts'

/** The maximum number of messages shown one by one; the others are counted. */
const maxMessages = 5

/**
 * Returns the message about one chosen file: why it was refused or that it was already on the list, or
 * undefined if there is nothing to report.
 */
const findMessage = (
  outcome: AddOutcome | undefined,
  chosenFile: ChosenFile | undefined,
  t: Translate,
): string | undefined => {
  if (!outcome) return undefined
  if (!outcome.ok) return getAddRefusalText(outcome, t)
  // `known` is true if the file already had an upload when it was chosen.
  return outcome.value.known
    ? t('files.known', { name: toDisplayName(chosenFile?.file.name ?? '') })
    : undefined
}

/**
 * Returns the messages about chosen files, or an empty list if all of them were added to the queue. The
 * outcome of a file is undefined while the file is being read.
 */
export const getOutcomeMessages = (
  { files, unreadable, isTruncated }: FileSelection,
  outcomes: readonly (AddOutcome | undefined)[],
  t: Translate,
): string[] => {
  // Two files with the same name may get the same message. It is shown once, because messages are also React
  // keys.
  const messages = new Set([
    ...(isTruncated ? [t('files.refusal.tooMany', { count: folderLimit })] : []),
    ...unreadable.map((name) => t('files.refusal.unreadable', { name: toDisplayName(name) })),
    ...outcomes.flatMap((outcome, index) => findMessage(outcome, files[index], t) ?? []),
  ])
  const hiddenCount = messages.size - maxMessages
  if (hiddenCount <= 0) return [...messages]
  return [...[...messages].slice(0, maxMessages), t('files.moreRemarks', { count: hiddenCount })]
}
