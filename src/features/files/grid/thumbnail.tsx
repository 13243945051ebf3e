import { useQuery } from '@tanstack/react-query'
import { useState, type ReactNode } from 'react'
import type { StorageCalls, StoredFile } from '../../../stored-files/storage-calls.ts'
import { toLocation, type Place } from '../place.ts'
import { findPreview, type Preview } from '../browse/preview-kind.ts'
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

const Tile = ({ children }: { children: ReactNode }) => <span className={styles.tile}>{children}</span>

const documentIcon = <path d="M6.5 3.5h7l4 4v13h-11zM13.5 3.5v4h4" />
const icons: Record<Preview['kind'], ReactNode> = {
  image: <path d="M4 5.5h16v13H4zM4 16l4.5-4.5 4 4 2.5-2.5 5 5M15 9.5h1.5" />,
  video: <path d="M4 5.5h16v13H4zM10 9v6l5-3z" />,
  audio: (
    <path d="M10 17V6l8-1.5v11M10 17a2.5 2 0 1 1-5 0 2.5 2 0 0 1 5 0zm8-1.5a2.5 2 0 1 1-5 0 2.5 2 0 0 1 5 0z" />
  ),
  document: documentIcon,
}

const Icon = ({ className, children }: { className?: string | undefined; children: ReactNode }) => (
  <svg viewBox="0 0 24 24" width="24" height="24" className={className} aria-hidden="true">
    {children}
  </svg>
)

/** The picture of a file, or an icon of its kind. The name is beside it. */
export const Thumbnail = (props: Props) => {
  const url = usePictureUrl(props)
  const [failedUrl, setFailedUrl] = useState<string>()
  const preview = findPreview(props.file.key)
  return (
    <Tile>
      {url === undefined || url === failedUrl ? (
        <Icon>{preview ? icons[preview.kind] : documentIcon}</Icon>
      ) : (
        <img src={url} alt="" loading="lazy" decoding="async" onError={() => setFailedUrl(url)} />
      )}
    </Tile>
  )
}

export const FolderIcon = () => (
  <Tile>
    <Icon className={styles.folder}>
      <path d="M3 6.5A1.5 1.5 0 0 1 4.5 5h4.6l2 2.3h8.4A1.5 1.5 0 0 1 21 8.8v8.7a1.5 1.5 0 0 1-1.5 1.5h-15A1.5 1.5 0 0 1 3 17.5z" />
    </Icon>
  </Tile>
)
