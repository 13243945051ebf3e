import { useState } from 'react'
import { useTranslate } from '../../../i18n/use-translate.ts'
import { shownName } from '../../../lib/text/shown-name.ts'
import { Button } from '../../../ui/button.tsx'
import { Notice } from '../../../ui/feedback/notice.tsx'
import type { ChosenFile } from '../../../uploads/commands.ts'

/** The number of names shown; the message counts all files. */
const shown = 5

type Props = { files: readonly ChosenFile[]; onRetry: () => Promise<void> }

/** Chosen files that could not be passed to the upload worker, because no worker is running at the moment. */
export const UntakenFiles = ({ files, onRetry }: Props) => {
  const t = useTranslate()
  const [busy, setBusy] = useState(false)
  const retry = async () => {
    setBusy(true)
    await onRetry().finally(() => setBusy(false))
  }
  return (
    <Notice tone="error">
      <p>{t('files.untaken', { count: files.length })}</p>
      <ul>
        {files.slice(0, shown).map((chosen, index) => (
          // oxlint-disable-next-line react/no-array-index-key -- two files can have the same name
          <li key={index}>{shownName(chosen.file.name)}</li>
        ))}
      </ul>
      <Button variant="secondary" busy={busy} onClick={() => void retry()}>
        {t('common.retry')}
      </Button>
    </Notice>
  )
}
