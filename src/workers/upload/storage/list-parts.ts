import { ListPartsCommand } from '@aws-sdk/client-s3'
import { ok } from '../../../lib/result.ts'
import { onObject } from './create-caller.ts'
import type { Caller } from './create-caller.ts'
import type { StorageCalls } from '../../../uploads/storage-calls.ts'

/** One page of the parts that an upload has on the server. */
export const createListParts =
  (caller: Caller): StorageCalls['listParts'] =>
  (call) =>
    onObject(caller, call, async ({ target, query }) => {
      const { uploadId, maxParts, partNumberMarker } = call
      const input = {
        ...target,
        UploadId: uploadId,
        ...(maxParts !== undefined && { MaxParts: maxParts }),
        ...(partNumberMarker !== undefined && { PartNumberMarker: String(partNumberMarker) }),
      }
      const result = await query((client, options) => client.send(new ListPartsCommand(input), options))
      if (!result.ok) return result
      const { Parts = [], IsTruncated = false, NextPartNumberMarker, StorageClass } = result.value
      const parts = Parts.flatMap(({ PartNumber, ETag, Size }) =>
        PartNumber === undefined || ETag === undefined || Size === undefined
          ? []
          : [{ number: PartNumber, eTag: ETag, size: Size }],
      )
      return ok({
        parts,
        isTruncated: IsTruncated,
        ...(IsTruncated && { nextPartNumberMarker: Number(NextPartNumberMarker) }),
        ...(StorageClass && { storageClass: StorageClass }),
      })
    })
