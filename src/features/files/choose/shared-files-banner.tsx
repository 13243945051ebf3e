import { useTranslate } from '../../../i18n/use-translate.ts'
import { shownName } from '../../../lib/text/shown-name.ts'
import { Button } from '../../../ui/button.tsx'
import { Banner } from '../../../ui/feedback/banner.tsx'
import { useBusy } from '../../../ui/use-busy.ts'

/** The number of names shown: enough to recognise what was shared. */
const shown = 3

type Props = {
  files: readonly { file: Pick<File, 'name'> }[]
  onAdd: () => Promise<void>
  onDiscard: () => Promise<void>
}

/** Asks whether to upload files that were shared with the app. */
export const SharedFilesBanner = ({ files, onAdd, onDiscard }: Props) => {
  const t = useTranslate()
  const { busy, run } = useBusy()
  const more = files.length - shown
  const names = files.slice(0, shown).map(({ file }) => shownName(file.name))
  if (more > 0) names.push(t('files.moreRemarks', { count: more }))
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
