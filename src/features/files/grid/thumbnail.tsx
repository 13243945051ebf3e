import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { StorageCalls, StoredFile } from '../../../stored-files/storage-calls.ts'
import { toThumbnailUrl } from '../../../uploads/thumbnail.ts'
import { classNames } from '../../../ui/class-names.ts'
import { toStorageLocation, type FolderLocation } from '../folder-location.ts'
import { findPreview } from '../browse/preview-kind.ts'
import { findKind, type FileKind } from './file-kind.ts'
import styles from './thumbnail.module.css'

/** A larger image is not shown as its own thumbnail, because it would use too much mobile data. */
const maxImageBytes = 2 * 1024 * 1024
/** Less than 15 minutes, after which a URL expires. */
const staleTimeMs = 10 * 60_000

/** The object store from which the images of files are read, and the coach who reads them. */
export type ImageSource = { storage: Pick<StorageCalls, 'head' | 'presignedGet'>; customer: string }

type Props = { file: StoredFile; location: FolderLocation; imageSource: ImageSource | undefined }

/**
 * Returns the URL of a file's thumbnail, which is stored in the metadata of the file. A file that was stored
 * without one, for example by another program, is shown itself if it is a small image. The query key does not
 * begin with `'customer'`, so that the query is not saved on the device. It contains the customer id, so that
 * the coaches of one device do not share images.
 */
const useImageUrl = ({ file: { key, size, eTag }, location, imageSource }: Props): string | undefined => {
  const kind = findKind(key)
  const { data } = useQuery({
    queryKey: ['thumbnail', imageSource?.customer, location.level, key, eTag],
    staleTime: staleTimeMs,
    enabled: imageSource !== undefined && (kind === 'picture' || kind === 'video'),
    queryFn: async () => {
      // A file that was deleted elsewhere is not logged as an error (`mayBeMissing`).
      const object = { ...toStorageLocation(location.level), key, mayBeMissing: true }
      const metadata = await imageSource?.storage.head(object)
      if (!metadata?.ok) return null
      const { thumbnail } = metadata.value
      const thumbnailUrl = thumbnail && toThumbnailUrl(thumbnail)
      if (thumbnailUrl) return thumbnailUrl
      const preview = findPreview(key)
      if (preview?.kind !== 'image' || size > maxImageBytes) return null
      const urlResult = await imageSource?.storage.presignedGet({
        ...object,
        contentType: preview.contentType,
      })
      return urlResult?.ok ? urlResult.value : null
    },
  })
  // The data is null if there is no image, because a query must not return undefined.
  return data ?? undefined
}

const folderOutline =
  'M3 6.5A1.5 1.5 0 0 1 4.5 5h4.6l2 2.3h8.4A1.5 1.5 0 0 1 21 8.8v8.7a1.5 1.5 0 0 1-1.5 1.5h-15A1.5 1.5 0 0 1 3 17.5z'
const pageOutline = 'M6 3.5h8l4 4v13H6zM14 3.5v4h4'

/** The outlines of the kinds of files, in a box of 24 by 24. Each kind has its own shape and colour. */
const outlines: Record<FileKind | 'folder', string> = {
  folder: folderOutline,
  picture: 'M4 5h16v14H4zM4 16.5l4.5-5 4 4.5 2.5-2.5 5 4.5M15 9h1.5',
  video: 'M3.5 6.5h11.5v11H3.5zM15 11l5.5-3.5v9L15 13',
  audio: 'M10 17V6l8-1.5v11M10 17a2.5 2 0 1 1-5 0 2.5 2 0 0 1 5 0zm8-1.5a2.5 2 0 1 1-5 0 2.5 2 0 0 1 5 0z',
  pdf: `${pageOutline}M9 17.5c3-1.5 4-4 3.5-6.5-1 2.5 1 4.5 3 5-2-.2-4.5.3-6.5 1.5z`,
  sheet: 'M4 4.5h16v15H4zM4 9.5h16M4 14.5h16M10 4.5v15',
  text: `${pageOutline}M9 11.5h6M9 14.5h6M9 17.5h3.5`,
  archive: 'M4 4.5h16v4.5H4zM5.5 9v10.5h13V9M10 13h4',
  other: `${pageOutline}M9 15h.01M12 15h.01M15 15h.01`,
}

/** The icon of a kind of files. It is `large` if it replaces a preview of the file. */
export const KindIcon = ({ kind, large = false }: { kind: FileKind | 'folder'; large?: boolean }) => (
  <span className={classNames(styles.tile, styles[kind], large && styles.large)}>
    <svg viewBox="0 0 24 24" aria-hidden="true">
      <path d={outlines[kind]} />
    </svg>
  </span>
)

/**
 * The image of a file, or the icon of its kind. It has no text alternative, because the name is next to it.
 */
export const Thumbnail = (props: Props) => {
  const url = useImageUrl(props)
  const [failedUrl, setFailedUrl] = useState<string>()
  if (url === undefined || url === failedUrl) return <KindIcon kind={findKind(props.file.key)} />
  return (
    <span className={styles.tile}>
      <img src={url} alt="" loading="lazy" decoding="async" onError={() => setFailedUrl(url)} />
    </span>
  )
}
