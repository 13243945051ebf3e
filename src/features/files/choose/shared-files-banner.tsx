import { useTranslate } from '../../../i18n/use-translate.ts'
import { toDisplayName } from '../../../lib/text/display-name.ts'
import { Button } from '../../../ui/button.tsx'
import { Banner } from '../../../ui/feedback/banner.tsx'
import { useBusy } from '../../../ui/use-busy.ts'

/** The number of names shown: enough to recognise what was shared. */
const maxNames = 3

type Props = {
  files: readonly { file: Pick<File, 'name'> }[]
  onAdd: () => Promise<void>
  onDiscard: () => Promise<void>
}

/** Asks whether to upload files that were shared with the app. */
export const SharedFilesBanner = ({ files, onAdd, onDiscard }: Props) => {
  const t = useTranslate()
  const { busy, run } = useBusy()
  const hiddenCount = files.length - maxNames
  const names = files.slice(0, maxNames).map(({ file }) => toDisplayName(file.name))
  if (hiddenCount > 0) names.push(t('files.moreRemarks', { count: hiddenCount }))
  return (
    <Banner
      actions={
        <>
          <Button variant="secondary" busy={busy} onClick={() => run(onAdd)}>
            {t('files.shared.add')}
          </Button>
          <Button variant="quiet" busy={busy} onClick={() => run(onDiscard)}>
            {t('files.shared.discard')}
          </Button>
        </>
      }
    >
      {t('files.shared.question', { count: files.length, names: names.join(', ') })}
    </Banner>
  )
}
