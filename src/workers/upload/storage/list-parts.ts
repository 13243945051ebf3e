import { ListPartsCommand } from '@aws-sdk/client-s3'
import type { Handler } from './create-caller.ts'

/** One page of the parts that an upload has on the server. */
export const listParts: Handler<'listParts'> = ({ query, at }, call) =>
  query(async (client, options) => {
    const { uploadId: UploadId, maxParts: MaxParts, partNumberMarker: marker } = call
    const PartNumberMarker = marker === undefined ? undefined : String(marker)
    const page = await client.send(
      new ListPartsCommand({ ...at(call), UploadId, MaxParts, PartNumberMarker }),
      options,
    )
    const { Parts = [], IsTruncated = false, NextPartNumberMarker, StorageClass } = page
    return {
      parts: Parts.flatMap(({ PartNumber, ETag, Size }) =>
        PartNumber === undefined || ETag === undefined || Size === undefined
          ? []
          : [{ number: PartNumber, eTag: ETag, size: Size }],
      ),
      isTruncated: IsTruncated,
      ...(IsTruncated && { nextPartNumberMarker: Number(NextPartNumberMarker) }),
      ...(StorageClass && { storageClass: StorageClass }),
    }
  })
