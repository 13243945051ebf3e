import { getExtension } from '../place.ts'

/** What a file is for a person, who recognises it by the sign of its kind. */
export type FileKind = 'picture' | 'video' | 'audio' | 'pdf' | 'sheet' | 'text' | 'archive' | 'other'

const extensions: readonly (readonly [FileKind, string])[] = [
  ['picture', 'avif bmp gif heic heif jpeg jpg png svg tif tiff webp'],
  ['video', '3gp avi m4v mkv mov mp4 mpeg mpg ogv webm wmv'],
  ['audio', 'aac flac m4a mp3 oga ogg opus wav wma'],
  ['pdf', 'pdf'],
  ['sheet', 'csv numbers ods tsv xls xlsm xlsx'],
  ['text', 'doc docx key md odp odt pages ppt pptx rtf txt'],
  ['archive', '7z bz2 gz rar tar tgz xz zip'],
]

const kinds = new Map<string, FileKind>(
  extensions.flatMap(([kind, names]) => names.split(' ').map((extension) => [extension, kind] as const)),
)

/** The kind of a file by its extension, whatever content type is stored with it. */
export const findKind = (key: string): FileKind => kinds.get(getExtension(key)) ?? 'other'
