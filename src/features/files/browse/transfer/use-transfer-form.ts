import { useQueryClient } from '@tanstack/react-query'
import { useState, type FormEvent } from 'react'
import { useTranslate } from '../../../../i18n/use-translate.ts'
import type { Translate } from '../../../../i18n/translate.ts'
import { notify } from '../../../../ui/feedback/notify.ts'
import type { StorageCalls } from '../../../../uploads/storage-calls.ts'
import type { DeletionStore } from '../../../../deletions/deletions.ts'
import { refreshListings } from '../listing/listing-query.ts'
import { nameOf, type Place } from '../place.ts'
import { problemText } from '../problem-text.ts'
import { readTransfer, type TransferFaults, type TransferKind } from './read-transfer.ts'
import { destinationOf, transferFiles, type Transfer, type TransferFailure } from './transfer.ts'

export type TransferOptions = {
  storage: StorageCalls
  customer: string
  place: Place
  transfer: { kind: TransferKind; keys: readonly string[] }
  /** Completes pending deletions of files at the destination, so that their names are free. */
  makeRoom: DeletionStore['makeRoom']
  onDone: (done: Transfer) => void
}

/** Failures that are listed one by one; the others are counted. */
const mostFailures = 5

const failureTexts = (failures: readonly TransferFailure[], t: Translate): string[] => {
  const texts = failures.slice(0, mostFailures).map(({ key, problem, isCopied }) => {
    const reason = problemText(problem, t)
    return t('files.browse.notDone', {
      name: nameOf(key),
      reason: isCopied ? t('files.browse.copiedOnly', { reason }) : reason,
    })
  })
  const more = failures.length - texts.length
  return more > 0 ? [...texts, t('files.browse.moreNotDone', { count: more })] : texts
}

const doneText = (kind: TransferKind, { keys, name }: Transfer, t: Translate): string => {
  if (kind === 'rename')
    return t('files.browse.renamed', { name: nameOf(keys[0] ?? ''), newName: name ?? '' })
  return t(kind === 'copy' ? 'files.browse.copied' : 'files.browse.moved', { count: keys.length })
}

/** The form of a rename, a copy or a move: checks, does it once, and reports the result. */
export const useTransferForm = (options: TransferOptions) => {
  const { storage, customer, place, transfer, makeRoom, onDone } = options
  const t = useTranslate()
  const queries = useQueryClient()
  const [busy, setBusy] = useState(false)
  const [faults, setFaults] = useState<TransferFaults>({})
  const [failures, setFailures] = useState<string[]>([])

  const run = async (kind: TransferKind, wanted: Transfer) => {
    setBusy(true)
    await makeRoom(wanted.keys.map((key) => ({ level: wanted.to.level, key: destinationOf(wanted, key) })))
    const failed = await transferFiles(storage, wanted)
    setBusy(false)
    setFailures(failureTexts(failed, t))
    refreshListings(queries, customer, [place, wanted.to])
    if (failed.length > 0) return
    notify.success(doneText(kind, wanted, t))
    onDone(wanted)
  }

  const onSubmit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    if (busy) return
    const read = readTransfer({ ...transfer, place }, Object.fromEntries(new FormData(event.currentTarget)))
    setFaults('faults' in read ? read.faults : {})
    if ('transfer' in read) void run(transfer.kind, read.transfer)
  }

  return {
    busy,
    failures,
    form: { onSubmit, onInput: () => setFaults({}) },
    errorOf: (field: keyof TransferFaults) => faults[field] && t(faults[field]),
  }
}
