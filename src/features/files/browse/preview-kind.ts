import { nameOf } from '../place.ts'

/** How a browser can show a file, and the content type that is requested for it. */
export type Preview = { kind: 'image' | 'video' | 'audio' | 'document'; contentType: string }

const image = (type: string): Preview => ({ kind: 'image', contentType: `image/${type}` })
const video = (type: string): Preview => ({ kind: 'video', contentType: `video/${type}` })
const audio = (type: string): Preview => ({ kind: 'audio', contentType: `audio/${type}` })

const previews: Record<string, Preview> = {
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
 * How a file is shown; undefined if a browser cannot show it. The extension decides, not the stored type:
 * anyone who may write a file may store a web page under its type, and it must not be opened as a page.
 */
export const previewOf = (key: string): Preview | undefined => {
  const [, ending = ''] = /\.([^.]+)$/.exec(nameOf(key).toLowerCase()) ?? []
  return Object.hasOwn(previews, ending) ? previews[ending] : undefined
}
