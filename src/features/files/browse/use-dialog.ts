import { useState } from 'react'
import { ok, type Result } from '../../../lib/result.ts'
import type { StorageCalls, StorageCallFailure, StoredFile } from '../../../stored-files/storage-calls.ts'
import { toStorageLocation, type FolderLocation } from '../folder-location.ts'
import type { TransferKind } from '../transfer/transfer-form.ts'
import { findPreview } from './preview-kind.ts'

/** The URL of a preview; its value is undefined if a browser cannot show such a file. */
export type PreviewUrlResult = Result<string | undefined, StorageCallFailure>

/** The open dialog: for one file, or for the selected files. */
export type OpenDialog =
  | { kind: 'preview'; file: StoredFile; urlResult?: PreviewUrlResult }
  | { kind: TransferKind; keys: readonly string[] }

const requestPreviewUrl = async (
  storage: StorageCalls,
  { level }: FolderLocation,
  { key }: StoredFile,
): Promise<PreviewUrlResult> => {
  const preview = findPreview(key)
  if (!preview) return ok(undefined)
  const object = { ...toStorageLocation(level), key }
  // Signing a URL does not access the file, so `head` finds out whether the file exists and can be read.
  const metadata = await storage.head(object)
  return metadata.ok ? storage.presignedGet({ ...object, contentType: preview.contentType }) : metadata
}

const isPreviewOf = (
  dialog: OpenDialog | undefined,
  file: StoredFile,
): dialog is OpenDialog & { kind: 'preview' } => dialog?.kind === 'preview' && dialog.file === file

/** Provides the dialog that is open in a folder, if any. */
export const useDialog = (storage: StorageCalls, location: FolderLocation) => {
  const [dialog, setDialog] = useState<OpenDialog>()
  return {
    dialog,
    setDialog,
    /** Opens a file. For an open file, fetches a new URL, because a URL expires after 15 minutes. */
    preview: async (file: StoredFile) => {
      setDialog((current) => (isPreviewOf(current, file) ? current : { kind: 'preview', file }))
      const urlResult = await requestPreviewUrl(storage, location, file)
      // During the request, the dialog may have been closed, or may have changed to another file.
      setDialog((current) => (isPreviewOf(current, file) ? { ...current, urlResult } : current))
    },
  }
}
