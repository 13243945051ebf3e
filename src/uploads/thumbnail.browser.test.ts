import { expect, test } from 'vitest'
import { createThumbnail, toThumbnailUrl } from './thumbnail.ts'

const draw = async (width: number, height: number, paint: (context: CanvasRenderingContext2D) => void) => {
  const canvas = document.createElement('canvas')
  Object.assign(canvas, { width, height })
  paint(canvas.getContext('2d')!)
  const blob = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve))
  return new File([blob!], 'photo.png', { type: 'image/png' })
}

/** The left third is red, the middle blue, the right third green; the upper eighth is white. */
const createFlag = (width: number, height: number) =>
  draw(width, height, (context) => {
    for (const [index, colour] of ['#f00', '#00f', '#0f0'].entries()) {
      context.fillStyle = colour
      context.fillRect((index * width) / 3, 0, width / 3, height)
    }
    context.fillStyle = '#fff'
    context.fillRect(0, 0, width, height / 8)
  })

const load = async (thumbnail: string | undefined) => {
  const image = new Image()
  image.src = toThumbnailUrl(thumbnail ?? '') ?? ''
  await image.decode()
  const canvas = document.createElement('canvas')
  const context = canvas.getContext('2d')!
  context.drawImage(image, 0, 0)
  const getColour = (x: number, y: number) => context.getImageData(x, y, 1, 1).data.slice(0, 3)
  return { width: image.naturalWidth, height: image.naturalHeight, getColour }
}

const fetchFile = async (path: string, name: string, type: string) =>
  new File([await (await fetch(path)).blob()], name, { type })

test('shows the middle of a photo as a square', async () => {
  const { width, height, getColour } = await load(await createThumbnail(await createFlag(3000, 1000)))
  expect([width, height]).toEqual([96, 96])
  for (const x of [4, 48, 92]) {
    const [red, green, blue] = getColour(x, 48)
    expect(blue).toBeGreaterThan(200)
    expect(Math.max(red!, green!)).toBeLessThan(60)
  }
})

test('contains no colour profile, which would leave little room for the picture', async () => {
  const thumbnail = (await createThumbnail(await createFlag(300, 300))) ?? ''
  const bytes = atob(thumbnail.replace(/^webp,/, ''))
  expect(bytes.slice(8, 16)).toBe('WEBPVP8 ')
})

test('does not enlarge a small image', async () => {
  const { width } = await load(await createThumbnail(await createFlag(12, 30)))
  expect(width).toBe(12)
})

test('fits into the metadata of an object, however badly the image compresses', async () => {
  const noise = await draw(800, 800, (context) => {
    const pixels = context.createImageData(800, 800)
    for (let index = 0; index < pixels.data.length; index++)
      pixels.data[index] = (Math.imul(index, 2_654_435_761) >>> 13) & 255
    context.putImageData(pixels, 0, 0)
  })
  const thumbnail = await createThumbnail(noise)
  expect(thumbnail).toBeDefined()
  expect(thumbnail?.length).toBeLessThanOrEqual(1900)
  expect((await load(thumbnail)).width).toBeGreaterThanOrEqual(40)
})

test('shows a frame of a video', async () => {
  const video = await fetchFile('/videos/training-1.mp4', 'match.mp4', 'video/mp4')
  const { width, getColour } = await load(await createThumbnail(video))
  expect(width).toBe(96)
  // The films play on a green pitch.
  const [red, green, blue] = getColour(6, 6)
  expect(green).toBeGreaterThan(Math.max(red!, blue!))
})

test.each([
  ['no image', new File(['no image'], 'photo.jpg', { type: 'image/jpeg' })],
  ['no video', new File(['no video'], 'match.mp4', { type: 'video/mp4' })],
  ['an empty file', new File([], 'match.mp4', { type: 'video/mp4' })],
])('is missing for %s', async (_, file) => {
  expect(await createThumbnail(file)).toBeUndefined()
})

test('is missing for a blank picture, whose icon says more', async () => {
  const blank = await draw(400, 300, (context) => context.fillRect(0, 0, 400, 300))
  expect(await createThumbnail(blank)).toBeUndefined()
})

test.each(['', 'webp', 'svg+xml,AAAA', 'webp,AA"onerror="alert(1)', 'jpeg,AA AA', 'html,PGI+', 'webp,'])(
  'refuses %o in the metadata of an object',
  (value) => {
    expect(toThumbnailUrl(value)).toBeUndefined()
  },
)
