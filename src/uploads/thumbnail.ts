import { withTimeLimit } from '../lib/async/time-limit.ts'

// A thumbnail is a small square picture of an image or a video. It is stored in the metadata of the object
// itself (docs/decisions/087-thumbnails.md).

/** In characters. S3 limits the metadata of an object to 2 kB; the rest is for other names and values. */
const maxThumbnailLength = 1900

/**
 * The sizes, in px, and qualities that are tried until the thumbnail is short enough. Small ones are for
 * pictures that compress badly.
 */
const sizesAndQualities = [
  { size: 96, quality: 0.6 },
  { size: 96, quality: 0.35 },
  { size: 72, quality: 0.35 },
  { size: 56, quality: 0.25 },
  { size: 40, quality: 0.2 },
]

/** A video that takes longer to show a frame, for example in a hidden tab, gets no thumbnail. */
const timeLimitMs = 4000

/** A thumbnail: its format and its bytes in base64. */
const thumbnailPattern = /^(webp|jpeg),([A-Za-z0-9+/]+={0,2})$/

type Source = { image: CanvasImageSource; width: number; height: number; close: () => void }

const openImage = async (file: File): Promise<Source> => {
  const image = await createImageBitmap(file)
  return { image, width: image.width, height: image.height, close: () => image.close() }
}

/** Resolves when a media element fires `name`. Rejects if it fires `error` first. */
const waitFor = (element: HTMLMediaElement, name: string): Promise<void> =>
  new Promise((resolve, reject) => {
    element.addEventListener(name, () => resolve(), { once: true })
    element.addEventListener('error', () => reject(new Error('The video cannot be played.')), { once: true })
  })

/** Opens a video at a frame near its beginning. The first frame is often black. */
const openVideo = async (file: File): Promise<Source> => {
  const video = document.createElement('video')
  const url = URL.createObjectURL(file)
  const close = () => {
    video.removeAttribute('src')
    video.load()
    URL.revokeObjectURL(url)
  }
  const load = async (): Promise<void> => {
    const metadata = waitFor(video, 'loadedmetadata')
    Object.assign(video, { muted: true, playsInline: true, preload: 'auto', src: url })
    await metadata
    const frame = waitFor(video, 'seeked')
    // A recording of a browser has no duration.
    video.currentTime = Number.isFinite(video.duration) ? Math.min(1, video.duration / 4) : 0.1
    await frame
  }
  const hasLoaded = await withTimeLimit(
    load().then(
      () => true,
      () => false,
    ),
    timeLimitMs,
  )
  if (hasLoaded !== true) {
    close()
    throw new Error('The video shows no frame.')
  }
  return { image: video, width: video.videoWidth, height: video.videoHeight, close }
}

/** Draws the middle of a picture on a square canvas, without enlarging it. `maxSize` is in px. */
const draw = ({ image, width, height }: Source, maxSize: number): HTMLCanvasElement => {
  const canvas = document.createElement('canvas')
  const side = Math.min(width, height)
  const size = Math.min(maxSize, side)
  Object.assign(canvas, { width: size, height: size })
  const context = canvas.getContext('2d')
  if (!context || side === 0) throw new Error('The picture cannot be drawn.')
  context.imageSmoothingQuality = 'high'
  // The background of a transparent picture, because JPEG has no transparency.
  context.fillStyle = '#fff'
  context.fillRect(0, 0, size, size)
  context.drawImage(image, (width - side) / 2, (height - side) / 2, side, side, 0, 0, size, size)
  const [first, ...others] = new Uint32Array(context.getImageData(0, 0, size, size).data.buffer)
  // All pixels are equal if, for example, the browser has not decoded the frame of a video.
  if (side > 1 && others.every((pixel) => pixel === first)) throw new Error('The picture is blank.')
  return canvas
}

/** The beginning of a WebP file; the four dots stand for the bytes of its length. */
const webpHeader = 'RIFF....WEBP'
/** A chunk begins with four characters for its type and four bytes for the length of its content. */
const chunkHeaderLength = 8

/**
 * Returns the bytes of a WebP image without its colour profile, which Chromium adds and which can take a
 * third of a thumbnail: only the chunk of the image itself remains (RFC 9649). The strings contain one
 * character for each byte.
 */
const dropColourProfile = (webp: string): string => {
  const readLength = (at: number) =>
    [0, 1, 2, 3].reduce((sum, index) => sum + webp.charCodeAt(at + index) * 256 ** index, 0)
  for (let start = webpHeader.length; start < webp.length;) {
    const contentLength = readLength(start + 4)
    // A content of odd length is followed by a padding byte.
    const end = start + chunkHeaderLength + contentLength + (contentLength % 2)
    if (webp.startsWith('VP8 ', start)) {
      const length = 'WEBP'.length + end - start
      const lengthBytes = [0, 8, 16, 24].map((shift) => String.fromCharCode((length >> shift) & 255))
      return `RIFF${lengthBytes.join('')}WEBP${webp.slice(start, end)}`
    }
    start = end
  }
  return webp
}

/** Compresses a canvas to WebP. A browser that cannot write WebP returns a PNG, so JPEG is used instead. */
const compress = (canvas: HTMLCanvasElement, quality: number): string => {
  const [, webp] = canvas.toDataURL('image/webp', quality).split('data:image/webp;base64,')
  if (webp !== undefined) return `webp,${btoa(dropColourProfile(atob(webp)))}`
  return canvas.toDataURL('image/jpeg', quality).replace('data:image/jpeg;base64', 'jpeg')
}

/**
 * Creates the thumbnail of an image or a video, as a value for the metadata of its object: the format and
 * base64, at most 1,900 characters. Resolves to undefined for other files, and for those that this browser
 * cannot show.
 */
export const createThumbnail = async (file: File): Promise<string | undefined> => {
  try {
    const source = await (file.type.startsWith('video/') ? openVideo(file) : openImage(file))
    try {
      for (const { size, quality } of sizesAndQualities) {
        const thumbnail = compress(draw(source, size), quality)
        if (thumbnail.length > maxThumbnailLength) continue
        return thumbnailPattern.test(thumbnail) ? thumbnail : undefined
      }
      return undefined
    } finally {
      source.close()
    }
  } catch {
    return undefined
  }
}

/**
 * Returns the URL of a thumbnail, or undefined if the value is not one. A coach can store an object with any
 * metadata.
 */
export const toThumbnailUrl = (thumbnail: string): string | undefined => {
  const [, format, base64] = thumbnailPattern.exec(thumbnail) ?? []
  return format && base64 ? `data:image/${format};base64,${base64}` : undefined
}
