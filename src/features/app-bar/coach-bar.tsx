import { useTranslate } from '../../i18n/use-translate.ts'
import { unsentByCoach } from '../../outbox/done-by-coach.ts'
import type { Outbox } from '../../outbox/outbox.ts'
import { useOutbox } from '../../outbox/use-outbox.ts'
import type { UploadClient } from '../../uploads/contract.ts'
import { useUploadCounts } from '../../uploads/use-uploads.ts'
import { AppBar, type AppPart } from './app-bar.tsx'

type Props = {
  customer: string
  part: AppPart | undefined
  outbox: Pick<Outbox, 'snapshot' | 'subscribe'>
  uploads: UploadClient
}

/**
 * The bar of a signed-in coach: how many of the coach's entries wait in the outbox, and which uploads need
 * the coach.
 */
export const CoachBar = ({ customer, part, outbox, uploads }: Props) => {
  const t = useTranslate()
  const waiting = useOutbox(outbox)
  const { needsYou } = waiting
  const { needYou: files } = useUploadCounts(uploads, customer)
  const entries = unsentByCoach(waiting)
  const text = needsYou > 0 ? t('sync.needsYou', { count: needsYou }) : t('sync.toSend', { count: entries })
  return (
    <AppBar
      part={part}
      waiting={{
        outbox: { count: entries, text, needsYou: needsYou > 0 },
        files: { count: files, text: t('sync.filesNeedYou', { count: files }), needsYou: true },
      }}
    />
  )
}
