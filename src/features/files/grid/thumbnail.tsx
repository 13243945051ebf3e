import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { StorageCalls, StoredFile } from '../../../stored-files/storage-calls.ts'
import { toLocation, type Place } from '../place.ts'
import { findPreview } from '../browse/preview-kind.ts'
import { classNames } from '../../../ui/class-names.ts'
import { findKind, type FileKind } from './file-kind.ts'
import styles from './thumbnail.module.css'

/** Bytes; a larger picture costs a coach too much data for a thumbnail. */
const maxBytes = 2 * 1024 * 1024
/** ms; a URL is valid for 15 minutes. */
const staleTime = 10 * 60_000

/** The source of pictures, and their customer. */
export type Pictures = { storage: Pick<StorageCalls, 'presignedGet'>; customer: string }

type Props = { file: StoredFile; place: Place; pictures: Pictures | undefined }

/**
 * The URL of a picture that is small enough. The query is not stored on the device, because its key does not
 * begin with `customer`. The customer is part of the key, so that coaches on one device share no pictures.
 */
const usePictureUrl = (props: Props): string | undefined => {
  const { pictures, place } = props
  const { key, size, eTag } = props.file
  const preview = findPreview(key)
  const { data } = useQuery({
    queryKey: ['thumbnail', pictures?.customer, place.level, key, eTag],
    staleTime,
    enabled: pictures !== undefined && preview?.kind === 'image' && size <= maxBytes,
    queryFn: async () => {
      const contentType = preview?.contentType ?? ''
      const url = await pictures?.storage.presignedGet({ ...toLocation(place.level), key, contentType })
      return url?.ok ? url.value : null
    },
  })
  return data ?? undefined
}

const folderOutline =
  'M3 6.5A1.5 1.5 0 0 1 4.5 5h4.6l2 2.3h8.4A1.5 1.5 0 0 1 21 8.8v8.7a1.5 1.5 0 0 1-1.5 1.5h-15A1.5 1.5 0 0 1 3 17.5z'
const page = 'M6 3.5h8l4 4v13H6zM14 3.5v4h4'

/** The outlines of the kinds of files on a grid of 24. Each has another shape and another colour. */
const outlines: Record<FileKind | 'folder', string> = {
  folder: folderOutline,
  picture: 'M4 5h16v14H4zM4 16.5l4.5-5 4 4.5 2.5-2.5 5 4.5M15 9h1.5',
  video: 'M3.5 6.5h11.5v11H3.5zM15 11l5.5-3.5v9L15 13',
  audio: 'M10 17V6l8-1.5v11M10 17a2.5 2 0 1 1-5 0 2.5 2 0 0 1 5 0zm8-1.5a2.5 2 0 1 1-5 0 2.5 2 0 0 1 5 0z',
  pdf: `${page}M9 17.5c3-1.5 4-4 3.5-6.5-1 2.5 1 4.5 3 5-2-.2-4.5.3-6.5 1.5z`,
  sheet: 'M4 4.5h16v15H4zM4 9.5h16M4 14.5h16M10 4.5v15',
  text: `${page}M9 11.5h6M9 14.5h6M9 17.5h3.5`,
  archive: 'M4 4.5h16v4.5H4zM5.5 9v10.5h13V9M10 13h4',
  other: `${page}M9 15h.01M12 15h.01M15 15h.01`,
}

/** The sign of a kind of files; `large` where it stands for the file itself. */
export const KindSign = ({ kind, large = false }: { kind: FileKind | 'folder'; large?: boolean }) => (
  <span className={classNames(styles.tile, styles[kind], large && styles.large)}>
    <svg viewBox="0 0 24 24" aria-hidden="true">
      <path d={outlines[kind]} />
    </svg>
  </span>
)

/** The picture of a file, or the sign of its kind. The name is beside it. */
export const Thumbnail = (props: Props) => {
  const url = usePictureUrl(props)
  const [failedUrl, setFailedUrl] = useState<string>()
  if (url === undefined || url === failedUrl) return <KindSign kind={findKind(props.file.key)} />
  return (
    <span className={styles.tile}>
      <img src={url} alt="" loading="lazy" decoding="async" onError={() => setFailedUrl(url)} />
    </span>
  )
}
