import { useTranslate } from '../../i18n/use-translate.ts'
import type { Outbox } from '../../outbox/outbox.ts'
import { useOutbox } from '../../outbox/use-outbox.ts'
import type { UploadClient } from '../../uploads/contract.ts'
import { useUploadCounts } from '../../uploads/use-upload-counts.ts'
import { AppBar, type AppPart } from './app-bar.tsx'

type Props = {
  customer: string
  part: AppPart | undefined
  outbox: Pick<Outbox, 'snapshot' | 'subscribe'>
  uploads: UploadClient
}

/** The bar of a signed-in coach: what waits in the outbox, and which uploads need the coach. */
export const CoachBar = ({ customer, part, outbox, uploads }: Props) => {
  const t = useTranslate()
  const { toSend, needsYou } = useOutbox(outbox)
  const { needYou: files } = useUploadCounts(uploads, customer)
  const entries = toSend + needsYou
  const text = needsYou > 0 ? t('sync.needsYou', { count: needsYou }) : t('sync.toSend', { count: entries })
  return (
    <AppBar
      part={part}
      waiting={{
        outbox: { count: entries, text },
        files: { count: files, text: t('sync.filesNeedYou', { count: files }) },
      }}
    />
  )
}
