import { useTranslate } from '../../../../i18n/use-translate.ts'
import { Spinner } from '../../../../ui/feedback/spinner.tsx'
import type { StoredFile } from '../../../../uploads/storage-contract.ts'
import { nameOf } from '../place.ts'
import { previewOf } from './preview-kind.ts'
import { PreviewMedia } from './preview-media.tsx'
import { problemText } from '../problem-text.ts'
import type { PreviewAddress } from '../use-dialog.ts'

type Props = { file: StoredFile; address: PreviewAddress | undefined; onRenew: () => Promise<void> }

/** A stored file as a browser can show it, straight from the store. */
export const Preview = ({ file, address, onRenew }: Props) => {
  const t = useTranslate()
  const preview = previewOf(file.key)
  if (!address) return <Spinner label={t('common.loading')} />
  if (!address.ok) return <p role="alert">{problemText(address.error, t)}</p>
  if (!preview || address.value === undefined) return <p>{t('files.browse.noPreview')}</p>
  const label = t('files.browse.preview', { name: nameOf(file.key) })
  return <PreviewMedia kind={preview.kind} address={address.value} {...{ label, onRenew }} />
}
