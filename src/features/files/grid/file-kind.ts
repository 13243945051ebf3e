import { getExtension } from '../file-names.ts'

/** The kind of a file. Each kind has its own icon. */
export type FileKind = 'picture' | 'video' | 'audio' | 'pdf' | 'sheet' | 'text' | 'archive' | 'other'

const extensionsByKind: readonly (readonly [FileKind, string])[] = [
  ['picture', 'avif bmp gif heic heif jpeg jpg png svg tif tiff webp'],
  ['video', '3gp avi m4v mkv mov mp4 mpeg mpg ogv webm wmv'],
  ['audio', 'aac flac m4a mp3 oga ogg opus wav wma'],
  ['pdf', 'pdf'],
  ['sheet', 'csv numbers ods tsv xls xlsm xlsx'],
  ['text', 'doc docx key md odp odt pages ppt pptx rtf txt'],
  ['archive', '7z bz2 gz rar tar tgz xz zip'],
]

const kinds = new Map<string, FileKind>(
  extensionsByKind.flatMap(([kind, extensions]) =>
    extensions.split(' ').map((extension) => [extension, kind] as const),
  ),
)

/** Returns the kind of a file by its extension. Ignores the content type that is stored with the file. */
export const findKind = (key: string): FileKind => kinds.get(getExtension(key)) ?? 'other'
