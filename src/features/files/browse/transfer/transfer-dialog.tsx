import { useTranslate } from '../../../../i18n/use-translate.ts'
import { Dialog } from '../../../../ui/layout/dialog.tsx'
import { nameOf } from '../place.ts'
import { TransferForm, type TransferFormProps } from './transfer-form.tsx'

const titles = {
  rename: 'files.browse.renameTitle',
  copy: 'files.browse.copyTitle',
  move: 'files.browse.moveTitle',
} as const

type Props = Omit<TransferFormProps, 'transfer'> & { transfer: TransferFormProps['transfer'] | undefined }

/** Asks for a new name or another place, and stays open with what did not work. */
export const TransferDialog = ({ transfer, ...form }: Props) => {
  const t = useTranslate()
  const { kind = 'rename', keys = [] } = transfer ?? {}
  const title = t(titles[kind], { count: keys.length, name: nameOf(keys[0] ?? '') })
  return (
    <Dialog open={transfer !== undefined} onClose={form.onClose} title={title}>
      {transfer && <TransferForm {...form} transfer={transfer} />}
    </Dialog>
  )
}
