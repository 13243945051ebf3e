import { useState } from 'react'
import { ok, type Result } from '../../../lib/result.ts'
import type { StorageCalls, StorageProblem, StoredFile } from '../../../stored-files/storage-calls.ts'
import { locationOf, type Place } from '../place.ts'
import { previewOf } from './preview-kind.ts'
import type { TransferKind } from '../transfer/transfer-form.ts'

/** The address of a preview; its value is undefined if a browser cannot show such a file. */
export type PreviewAddress = Result<string | undefined, StorageProblem>

/** The open dialog: for one file, or for the selected files. */
export type OpenDialog =
  | { kind: 'preview'; file: StoredFile; address?: PreviewAddress }
  | { kind: TransferKind; keys: readonly string[] }

const previewAddress = async (
  storage: StorageCalls,
  { level }: Place,
  { key }: StoredFile,
): Promise<PreviewAddress> => {
  const preview = previewOf(key)
  if (!preview) return ok(undefined)
  const object = { ...locationOf(level), key }
  const found = await storage.head(object)
  return found.ok ? storage.presignedGet({ ...object, contentType: preview.contentType }) : found
}

export const useDialog = (storage: StorageCalls, place: Place) => {
  const [dialog, setDialog] = useState<OpenDialog>()
  return {
    dialog,
    setDialog,
    /**
     * Opens a file, or fetches a new address for an open file: an address is valid for a quarter of an hour.
     */
    preview: async (file: StoredFile) => {
      setDialog((open) => (open?.kind === 'preview' && open.file === file ? open : { kind: 'preview', file }))
      const address = await previewAddress(storage, place, file)
      // The dialog may have been closed meanwhile, or another one opened.
      setDialog((open) => (open?.kind === 'preview' && open.file === file ? { ...open, address } : open))
    },
  }
}
