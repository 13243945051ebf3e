import { getExtension } from '../file-names.ts'

/** How a browser can show a file, and the content type that is requested for it. */
export type Preview = { kind: 'image' | 'video' | 'audio' | 'document'; contentType: string }

const image = (subtype: string): Preview => ({ kind: 'image', contentType: `image/${subtype}` })
const video = (subtype: string): Preview => ({ kind: 'video', contentType: `video/${subtype}` })
const audio = (subtype: string): Preview => ({ kind: 'audio', contentType: `audio/${subtype}` })

const previewsByExtension: Record<string, Preview> = {
  avif: image('avif'),
  gif: image('gif'),
  jpeg: image('jpeg'),
  jpg: image('jpeg'),
  png: image('png'),
  svg: image('svg+xml'),
  webp: image('webp'),
  m4v: video('mp4'),
  mov: video('quicktime'),
  mp4: video('mp4'),
  ogv: video('ogg'),
  webm: video('webm'),
  m4a: audio('mp4'),
  mp3: audio('mpeg'),
  wav: audio('wav'),
  pdf: { kind: 'document', contentType: 'application/pdf' },
}

/**
 * Returns how to show a file, or undefined if a browser cannot show it. The extension decides, not the
 * content type that is stored with the file: someone could store a web page as `text/html`, and a browser
 * would run its code.
 */
export const findPreview = (key: string): Preview | undefined => {
  const extension = getExtension(key)
  return Object.hasOwn(previewsByExtension, extension) ? previewsByExtension[extension] : undefined
}
