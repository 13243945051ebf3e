import { useQueryClient } from '@tanstack/react-query'
import { useRef, useState, type InputEvent } from 'react'
import { flushSync } from 'react-dom'
import { useTranslate } from '../../../i18n/use-translate.ts'
import type { Translate } from '../../../i18n/translate.ts'
import { ok } from '../../../lib/result.ts'
import { shownName } from '../../../lib/text/shown-name.ts'
import { useForm, type FormFailure, type FormState } from '../../../ui/form/use-form.ts'
import { notify } from '../../../ui/feedback/notify.ts'
import type { StorageCalls } from '../../../stored-files/storage-calls.ts'
import type { DeletionStore } from '../../../stored-files/deletions/deletions.ts'
import { listingQuery, refreshListings } from '../listing/listing-query.ts'
import { nameOf, shownNameOf, type Place } from '../place.ts'
import { problemText } from '../problem-text.ts'
import { transferForm, type TransferKind, type TransferRequest } from './transfer-form.ts'
import { destinationOf, transferFiles, type Transfer, type TransferFailure } from './transfer.ts'

export type TransferOptions = {
  storage: StorageCalls
  customer: string
  place: Place
  transfer: Omit<TransferRequest, 'place'>
  /** Completes pending deletions of files at the destination, so that their names are free. */
  makeRoom: DeletionStore['makeRoom']
  onDone: (done: Transfer) => void
}

/** The number of failures that are listed one by one; the others are counted. */
const maxFailures = 5

const failureTexts = (failures: readonly TransferFailure[], t: Translate): string[] => {
  const texts = failures.slice(0, maxFailures).map(({ key, problem, isCopied }) => {
    const reason = problemText(problem, t)
    return t('files.browse.notDone', {
      name: shownNameOf(key),
      reason: isCopied ? t('files.browse.copiedOnly', { reason }) : reason,
    })
  })
  const more = failures.length - texts.length
  return more > 0 ? [...texts, t('files.browse.moreNotDone', { count: more })] : texts
}

const doneText = (kind: TransferKind, { keys, name }: Transfer, t: Translate): string => {
  if (kind === 'rename')
    return t('files.browse.renamed', { name: shownNameOf(keys[0] ?? ''), newName: shownName(name ?? '') })
  return t(kind === 'copy' ? 'files.browse.copied' : 'files.browse.moved', { count: keys.length })
}

/** The name of a single file that another file has already. */
const takenName = ({ keys, name }: Transfer, [failure]: readonly TransferFailure[]): string | undefined => {
  const [key] = keys
  if (key === undefined || keys.length > 1 || failure?.problem.kind !== 'exists') return undefined
  return name ?? nameOf(key)
}

/**
 * A name that another file has already. The error is shown at the name field, which gets the focus, until the
 * person types another name.
 */
const useTakenName = () => {
  const t = useTranslate()
  const [taken, setTaken] = useState<string>()
  const nameField = useRef<HTMLInputElement>(null)
  return {
    nameField,
    setTaken: (name: string | undefined) => {
      // The error text must be rendered before the focus moves: a screen reader reads it with the field.
      flushSync(() => setTaken(name))
      if (name !== undefined) nameField.current?.focus()
    },
    addTo: <State extends FormState<FormFailure>>(state: State): State => ({
      ...state,
      errors: {
        ...(taken !== undefined && { name: t('files.browse.nameTaken', { name: shownName(taken) }) }),
        ...state.errors,
      },
      form: {
        ...state.form,
        onInput: (event: InputEvent<HTMLFormElement>) => {
          setTaken(undefined)
          state.form.onInput?.(event)
        },
      },
    }),
  }
}

/** The form of a rename, a copy or a move: validates it, performs it once, and reports the result. */
export const useTransferForm = (options: TransferOptions) => {
  const { storage, customer, place, transfer, makeRoom, onDone } = options
  const t = useTranslate()
  const queries = useQueryClient()
  const [failures, setFailures] = useState<string[]>([])
  const { nameField, setTaken, addTo } = useTakenName()
  const state = useForm({
    schema: transferForm({ ...transfer, place }),
    submit: async (wanted) => {
      const { level } = wanted.to
      await makeRoom(wanted.keys.map((key) => ({ level, key: destinationOf(wanted, key) })))
      const failed = await transferFiles(storage, wanted)
      refreshListings(queries, customer, [place, wanted.to])
      // Its copy on the device too, which may be all that there is to look at next: the files would be on no list.
      void queries.prefetchInfiniteQuery(listingQuery(storage, customer, wanted.to))
      return ok(failed)
    },
    onDone: (failed, wanted) => {
      const name = takenName(wanted, failed)
      setFailures(name === undefined ? failureTexts(failed, t) : [])
      setTaken(name)
      if (failed.length > 0) return
      notify.success(doneText(transfer.kind, wanted, t))
      onDone(wanted)
    },
  })
  return { state: addTo(state), failures, nameField }
}
