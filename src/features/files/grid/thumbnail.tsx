import { useQuery } from '@tanstack/react-query'
import { useState, type ReactNode } from 'react'
import type { StorageCalls, StoredFile } from '../../../stored-files/storage-calls.ts'
import { locationOf, type Place } from '../place.ts'
import { previewOf, type Preview } from '../browse/preview-kind.ts'
import styles from './thumbnail.module.css'

/** Bytes; a larger picture costs a coach too much data for a thumbnail. */
const maxBytes = 2 * 1024 * 1024
/** ms; an address is valid for 15 minutes. */
const staleTime = 10 * 60_000

/** The source of pictures, and their customer. */
export type Pictures = { storage: Pick<StorageCalls, 'presignedGet'>; customer: string }

type Props = { file: StoredFile; place: Place; pictures: Pictures | undefined }

/**
 * The address of a picture that is small enough. The query's key contains the customer, and keeps it from
 * being persisted.
 */
const useAddress = ({ file: { key, size, eTag }, place: { level }, pictures }: Props): string | undefined => {
  const preview = previewOf(key)
  const { data } = useQuery({
    queryKey: ['thumbnail', pictures?.customer, level, key, eTag],
    staleTime,
    enabled: pictures !== undefined && preview?.kind === 'image' && size <= maxBytes,
    queryFn: async () => {
      const contentType = preview?.contentType ?? ''
      const address = await pictures?.storage.presignedGet({ ...locationOf(level), key, contentType })
      return address?.ok ? address.value : null
    },
  })
  return data ?? undefined
}

const Tile = ({ children }: { children: ReactNode }) => <span className={styles.tile}>{children}</span>

const sheet = <path d="M6.5 3.5h7l4 4v13h-11zM13.5 3.5v4h4" />
const signs: Record<Preview['kind'], ReactNode> = {
  image: <path d="M4 5.5h16v13H4zM4 16l4.5-4.5 4 4 2.5-2.5 5 5M15 9.5h1.5" />,
  video: <path d="M4 5.5h16v13H4zM10 9v6l5-3z" />,
  audio: (
    <path d="M10 17V6l8-1.5v11M10 17a2.5 2 0 1 1-5 0 2.5 2 0 0 1 5 0zm8-1.5a2.5 2 0 1 1-5 0 2.5 2 0 0 1 5 0z" />
  ),
  document: sheet,
}

const Sign = ({ className, children }: { className?: string | undefined; children: ReactNode }) => (
  <svg viewBox="0 0 24 24" width="24" height="24" className={className} aria-hidden="true">
    {children}
  </svg>
)

/** The picture of a file, or an icon of its kind. The name is beside it. */
export const Thumbnail = (props: Props) => {
  const address = useAddress(props)
  const [failed, setFailed] = useState<string>()
  const preview = previewOf(props.file.key)
  return (
    <Tile>
      {address === undefined || address === failed ? (
        <Sign>{preview ? signs[preview.kind] : sheet}</Sign>
      ) : (
        <img src={address} alt="" loading="lazy" decoding="async" onError={() => setFailed(address)} />
      )}
    </Tile>
  )
}

export const FolderSign = () => (
  <Tile>
    <Sign className={styles.folder}>
      <path d="M3 6.5A1.5 1.5 0 0 1 4.5 5h4.6l2 2.3h8.4A1.5 1.5 0 0 1 21 8.8v8.7a1.5 1.5 0 0 1-1.5 1.5h-15A1.5 1.5 0 0 1 3 17.5z" />
    </Sign>
  </Tile>
)
