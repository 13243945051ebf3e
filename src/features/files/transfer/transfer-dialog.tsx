import { useId, useState } from 'react'
import { useTranslate } from '../../../i18n/use-translate.ts'
import { Dialog } from '../../../ui/layout/dialog.tsx'
import { Notice } from '../../../ui/feedback/notice.tsx'
import { Form } from '../../../ui/form/form.tsx'
import { TextField } from '../../../ui/form/text-field.tsx'
import { getName, getShownName } from '../file-names.ts'
import { LevelField } from '../level-field.tsx'
import { useTransferForm, type TransferOptions } from './use-transfer-form.ts'

type TransferFormProps = TransferOptions & {
  /** The subfolders of the current folder, as suggestions. */
  folders: readonly string[]
  onClose: () => void
}

/** The fields for the destination; a share asks only for the level. */
const DestinationFields = ({ location, folders, transfer }: TransferFormProps) => {
  const t = useTranslate()
  const datalistId = useId()
  // A copy goes to the coach's own files, where the folders of other coaches do not exist.
  const isOfOthers = location.level === 'everyone'
  const [level, setLevel] = useState(location.level === 'everyone' ? 'private' : location.level)
  const isShare = transfer.kind === 'share'
  const levelField = <LevelField name="level" hideLegend={isShare} level={level} onChange={setLevel} />
  if (isShare) return levelField
  return (
    <>
      {levelField}
      <TextField
        name="folder"
        label={t('files.browse.toFolder')}
        hint={t('files.browse.toFolderHint')}
        defaultValue={isOfOthers ? '' : location.folder}
        list={datalistId}
        autoComplete="off"
      />
      <datalist id={datalistId}>
        {(isOfOthers ? [] : folders).map((folder) => (
          <option key={folder} value={folder}>
            {folder}
          </option>
        ))}
      </datalist>
    </>
  )
}

const TransferForm = (props: TransferFormProps) => {
  const t = useTranslate()
  const { transfer, onClose } = props
  const { kind, keys } = transfer
  const { state, failureTexts, nameField } = useTransferForm(props)
  return (
    <Form state={state} submitLabel={t(`files.browse.${kind}`)} onCancel={onClose}>
      {kind !== 'rename' && <DestinationFields {...props} />}
      {keys.length === 1 && kind !== 'share' && (
        <TextField
          name="name"
          label={t('files.browse.newName')}
          defaultValue={getName(keys[0] ?? '')}
          autoComplete="off"
          ref={nameField}
        />
      )}
      {failureTexts.length > 0 && (
        <Notice tone="error">
          {failureTexts.map((text) => (
            <p key={text}>{text}</p>
          ))}
        </Notice>
      )}
    </Form>
  )
}

const titles = {
  rename: 'files.browse.renameTitle',
  copy: 'files.browse.copyTitle',
  move: 'files.browse.moveTitle',
  share: 'files.browse.shareTitle',
} as const

type Props = Omit<TransferFormProps, 'transfer'> & { transfer: TransferFormProps['transfer'] | undefined }

/** Asks for a new name or another folder, and stays open to show failures. */
export const TransferDialog = ({ transfer, ...formProps }: Props) => {
  const t = useTranslate()
  // The title of a closed dialog is not shown.
  const { kind = 'rename', keys = [] } = transfer ?? {}
  const title = t(titles[kind], { count: keys.length, name: getShownName(keys[0] ?? '') })
  return (
    <Dialog open={transfer !== undefined} onClose={formProps.onClose} title={title}>
      {transfer && <TransferForm {...formProps} transfer={transfer} />}
    </Dialog>
  )
}
