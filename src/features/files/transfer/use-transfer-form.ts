import { useQueryClient } from '@tanstack/react-query'
import { useRef, useState, type InputEvent } from 'react'
import { flushSync } from 'react-dom'
import { useTranslate } from '../../../i18n/use-translate.ts'
import type { Translate } from '../../../i18n/translate.ts'
import { ok } from '../../../lib/result.ts'
import { toDisplayName } from '../../../lib/text/display-name.ts'
import { useForm, type FormFailure, type FormState } from '../../../ui/form/use-form.ts'
import { notify } from '../../../ui/feedback/notify.ts'
import type { StorageCalls } from '../../../stored-files/storage-calls.ts'
import type { DeletionStore } from '../../../stored-files/deletions/deletions.ts'
import { listingQuery, refreshListings } from '../listing/listing-query.ts'
import { getName, getShownName } from '../file-names.ts'
import type { FolderLocation } from '../folder-location.ts'
import { formatStorageFailure } from '../storage-failure-text.ts'
import { createTransferSchema, type TransferKind, type TransferRequest } from './transfer-form.ts'
import { toDestinationKey, transferFiles, type Transfer, type TransferFailure } from './transfer.ts'

export type TransferOptions = {
  storage: StorageCalls
  customer: string
  location: FolderLocation
  /** The requested transfer of files in `location`. */
  transfer: Omit<TransferRequest, 'location'>
  /** Performs pending deletions of files at the destination, so that their names are free. */
  makeRoom: DeletionStore['makeRoom']
  onDone: (transfer: Transfer) => void
}

/** The number of failures that are listed one by one; the others are counted. */
const maxFailures = 5

const getFailureTexts = (failures: readonly TransferFailure[], t: Translate): string[] => {
  const texts = failures.slice(0, maxFailures).map(({ key, cause, isCopied }) => {
    const reason = formatStorageFailure(cause, t)
    return t('files.browse.notDone', {
      name: getShownName(key),
      reason: isCopied ? t('files.browse.copiedOnly', { reason }) : reason,
    })
  })
  const hiddenCount = failures.length - texts.length
  return hiddenCount > 0 ? [...texts, t('files.browse.moreNotDone', { count: hiddenCount })] : texts
}

const getSuccessText = (kind: TransferKind, { keys, name, to }: Transfer, t: Translate): string => {
  if (kind === 'share')
    return t('files.browse.sharedWith', { count: keys.length, level: t(`files.tab.${to.level}`) })
  if (kind === 'rename')
    return t('files.browse.renamed', {
      name: getShownName(keys[0] ?? ''),
      newName: toDisplayName(name ?? ''),
    })
  return t(kind === 'copy' ? 'files.browse.copied' : 'files.browse.moved', { count: keys.length })
}

/** Returns the new name of a single file, if another file already has it. */
const findTakenName = (
  { keys, name }: Transfer,
  [failure]: readonly TransferFailure[],
): string | undefined => {
  const [key] = keys
  if (key === undefined || keys.length > 1 || failure?.cause.kind !== 'exists') return undefined
  return name ?? getName(key)
}

/**
 * Reports at the name field that another file already has the name, and moves the focus there. The error
 * disappears when the coach types.
 */
const useTakenName = () => {
  const t = useTranslate()
  const [takenName, setTakenName] = useState<string>()
  const nameField = useRef<HTMLInputElement>(null)
  return {
    nameField,
    reportTakenName: (name: string | undefined) => {
      // The error text must be rendered before the focus moves, because a screen reader reads it with the
      // field.
      flushSync(() => setTakenName(name))
      if (name !== undefined) nameField.current?.focus()
    },
    /** Adds the error to the state of the form. */
    addErrorTo: <State extends FormState<FormFailure>>(state: State): State => {
      const error = takenName !== undefined && {
        name: t('files.browse.nameTaken', { name: toDisplayName(takenName) }),
      }
      const onInput = (event: InputEvent<HTMLFormElement>) => {
        setTakenName(undefined)
        state.form.onInput?.(event)
      }
      return { ...state, errors: { ...error, ...state.errors }, form: { ...state.form, onInput } }
    },
  }
}

/** Provides the form of a transfer: validates it, performs the transfer once, and reports the result. */
export const useTransferForm = (options: TransferOptions) => {
  const { storage, customer, location, transfer: request, makeRoom, onDone } = options
  const t = useTranslate()
  const queries = useQueryClient()
  const [failureTexts, setFailureTexts] = useState<string[]>([])
  const { nameField, reportTakenName, addErrorTo } = useTakenName()
  const state = useForm({
    schema: createTransferSchema({ ...request, location }),
    submit: async (transfer) => {
      const { keys, to } = transfer
      await makeRoom(keys.map((key) => ({ level: to.level, key: toDestinationKey(transfer, key) })))
      const transferFailures = await transferFiles(storage, transfer)
      refreshListings(queries, customer, [location, to])
      // Saves the new list of the destination on the device, so that the files are on a list even if the
      // connection is lost next.
      void queries.prefetchInfiniteQuery(listingQuery(storage, customer, to))
      // Also a success for the form if files failed: `onDone` reports these failures.
      return ok(transferFailures)
    },
    onDone: (transferFailures, transfer) => {
      // A share has no name field.
      const name = request.kind === 'share' ? undefined : findTakenName(transfer, transferFailures)
      setFailureTexts(name === undefined ? getFailureTexts(transferFailures, t) : [])
      reportTakenName(name)
      if (transferFailures.length > 0) return
      notify.success(getSuccessText(request.kind, transfer, t))
      onDone(transfer)
    },
  })
  return { state: addErrorTo(state), failureTexts, nameField }
}
